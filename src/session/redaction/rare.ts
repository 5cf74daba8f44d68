import { isSecretValue, kindOf, kindOfVariable } from './names.ts';
import type { RareSecrets, SecretSpan } from './redaction.ts';

/** What `redact` looks for beside what is looked for in every frame. */
export const rareSecrets: RareSecrets = {
  parts: [
    ...[
      'te-L',
      '*:*:',
      ':543',
      'fied',
      'cure',
      't us',
      'Cred',
      'uth(',
      '$2a$',
      '$2b$',
      '$2y$',
      '$apr',
      '$arg',
    ],
    ...[
      ':$6$',
      ':$5$',
      ':$1$',
      ':$y$',
      '"$6$',
      'xprv',
      'yprv',
      'zprv',
      'emon',
      'seed',
      'cove',
      '0000',
      'psk=',
      'psk:',
    ],
    ...['psk ', 'ind:', 'ind"', 'ind\\'],
  ],
  find: (text, find) => [
    ...patternsIn(text),
    ...pairsIn(text),
    ...columnsIn(text),
    ...manifestsIn(text),
    ...dumpsIn(text, find),
    ...brokenIn(text, find),
  ],
  inJson: manifestsIn,
};

/** What each group of these has is secret. */
const PATTERNS: readonly RegExp[] = [
  // Private-Lines: 1, and the lines of a key of PuTTY
  /Private-Lines: \d{1,4}\s*((?:[A-Za-z0-9+/=]{4,64}(?:\s+|$)){1,200})(?=Private-MAC|$)/dg,
  // db.example.com:5432:app:me:…, in .pgpass
  /(?<![^\s"'=])[\w.*-]{1,200}:(?:543\d|6432|\*):[\w.*-]{1,64}:[\w.*-]{1,64}:([^\s:"'\\]{3,200})(?=["'\s]|$)/dg,
  /\bidentified\s+(?:with\s+\S{1,64}\s+)?(?:by|as)\s+["']([^"'\n]{1,200})["']/dgi,
  // me:…@tcp(host:3306)/db
  /(?<![\w/])[\w.-]{1,64}:([^\s:@/"']{3,200})@(?:tcp|unix)\(/dg,
  // sqlplus scott/…@host
  /(?:\bsqlplus(?:\s+-\w+)*\s+|\bthin:|\boci8?:|\buserid=)[\w.]{1,64}\/([^\s@"'/]{2,100})@/dgi,
  /\blogin\s+\S{1,200}\s+password\s+([^\s"'\\]{3,200})/dg,
  /ConvertTo-SecureString\s+(?:-String\s+)?["']([^"'\n]{1,200})["']/dgi,
  /\bnet use (?:\S+ )?\\{2,4}\S+ ([^\s/*"'][^\s"']{2,100})/dgi,
  /(?:NetworkCredential|BasicAuth|basic_auth|PasswordCredentials?|\bauth)\s*[(=]\s*\(?\s*["'][^"'\n]{1,100}["']\s*,\s*["']([^"'\n]{1,200})["']/dg,
  // Hashes of passwords
  /(\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}|\$(?:apr1|[156y])\$[^$\s"':]{1,30}\$(?:[^$\s"':]{1,30}\$)?[./A-Za-z0-9]{22,90}|\$argon2i?d?\$[^\s"':]{20,300})/dg,
  /(?<![A-Za-z0-9])([xyz]prv[1-9A-HJ-NP-Za-km-z]{90,120})/dg,
  /(?:mnemonic|(?:seed|recovery)(?:[ _-]?phrase)?)["'\\]{0,4}(?:\s+is)?\s{0,3}[:=]?\s{0,3}["'\\]{0,4}((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})(?![a-z])/dgi,
  /(?<![\w-])psk\s{0,3}[:=]\s{0,3}["']?([^\s"']{8,64})/dg,
];

function patternsIn(text: string): SecretSpan[] {
  return PATTERNS.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ indices, 1: secret = '' }) => {
      const [start = 0] = indices?.[1] ?? [];
      const word = secret.trimEnd();
      return isSecretValue('always', word)
        ? [{ start, end: start + word.length, rule: 'names' as const }]
        : [];
    }),
  );
}

/** A name and its value, as languages have them that keep the two apart. */
const PAIRS: readonly RegExp[] = [
  // <add key="ApiKey" value="…"/>, <setting value="…" key="DbPassword"/>, <property name="password">…
  /<[\w:.-]{1,64}\s[^<>]{0,200}?\b(?:key|name)\s{0,3}=\s{0,3}["'](?<name>[\w.:-]{1,64})["'][^<>]{0,200}?\bvalue\s{0,3}=\s{0,3}["'](?<value>[^"'<>]{1,1000})/dg,
  /<[\w:.-]{1,64}\s[^<>]{0,200}?\bvalue\s{0,3}=\s{0,3}["'](?<value>[^"'<>]{1,1000})["'][^<>]{0,200}?\b(?:key|name)\s{0,3}=\s{0,3}["'](?<name>[\w.:-]{1,64})/dg,
  /\bname\s{0,3}=\s{0,3}["'](?<name>[\w.:-]{1,64})["'][^<>]{0,100}>(?:<!\[CDATA\[)?(?<value>[^<\]]{1,1000})(?:<|\]\])/dg,
  /<(?<name>[\w:.-]{1,64})(?:\s[^<>]{0,100})?>\s{0,20}<!\[CDATA\[(?<value>[^\]]{1,1000})\]\]>/dg,
  // variable "db_password" { default = "…" }
  /variable\s{1,3}"(?<name>[\w-]{1,64})"\s{0,9}\{[^{}]{0,1000}?\bdefault\s{0,9}=\s{0,3}"(?<value>[^"\n]{1,1000})"/dg,
  // const apiKey: string = "…", token = args.token or "…"
  /\b(?<name>[A-Za-z_]\w{1,63})\??:\s{0,3}(?:string|str|String|&str)\s{0,3}=\s{0,3}["'`](?<value>[^"'`\n]{1,1000})["'`]/dg,
  /\b(?<name>[A-Za-z_]\w{1,63})\s{0,3}=\s{0,3}[\w.[\]()]{1,60}\s{1,3}(?:\|\||\?\?|or)\s{1,3}["'`](?<value>[^"'`\n]{1,1000})["'`]/dg,
  // private_key: >-, and its value in the next line
  /(?<![\w-])(?<name>[\w-]{1,64}):\s{0,3}[|>][+-]?\d?\r?\n[ \t]{1,40}(?<value>[^\s:]{4,4096})(?=\s*(?:\n|$))/dg,
  // **API key**: …
  /\*\*(?<name>[\w -]{2,40}):?\*\*:?[ \t]{0,3}`?(?<value>(?=\w\S{0,100}\d)[^\s"'`*|\\{}<>]{4,200})/dg,
];

function pairsIn(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const pattern of PAIRS) {
    for (const { groups: { name = '', value = '' } = {}, indices } of text.matchAll(pattern)) {
      const [start, end] = indices?.groups?.['value'] ?? [0, 0];
      const kind = kindOf(name) ?? kindOfVariable(name);
      if (kind !== undefined && isSecretValue(kind, value.trim())) spans.push({ start, end, rule: 'names' });
    }
  }
  return spans;
}

/** A line of names, apart by one sign. */
const HEAD = /^[\w."' -]{1,40}(?:([,;\t|])[\w."' -]{1,40})(?:\1[\w."' -]{0,40}){0,60}\r?$/;
const CELL = /^[\s"']*(.*?)[\s"']*$/s;

/** The values of a column with a secret name: `user,password`, and a row in each of the lines below. */
function columnsIn(text: string): SecretSpan[] {
  if (!/[,;\t|]/.test(text) || !text.includes('\n')) return [];
  const spans: SecretSpan[] = [];
  let sign = '';
  let kinds: (ReturnType<typeof kindOf> | undefined)[] = [];
  let from = 0;
  for (const line of text.split('\n')) {
    const cells = sign === '' ? [] : line.split(sign);
    if (sign !== '' && cells.length === kinds.length) {
      let at = from;
      for (const [nth, cell] of cells.entries()) {
        const value = CELL.exec(cell)?.[1] ?? '';
        const kind = kinds[nth];
        const start = at + cell.indexOf(value);
        if (kind !== undefined && /^[^\s-]\S{3,}$/.test(value) && isSecretValue(kind, value))
          spans.push({ start, end: start + value.length, rule: 'names' });
        at += cell.length + 1;
      }
    } else {
      const bare = line.replace(/^\s*\||\|\s*$/g, (edge) => ' '.repeat(edge.length));
      sign = /[,;] /.test(bare) ? '' : (HEAD.exec(bare)?.[1] ?? '');
      kinds = sign === '' ? [] : line.split(sign).map((cell) => kindOf(CELL.exec(cell)?.[1] ?? ''));
      if (kinds.every((kind) => kind === undefined)) sign = '';
    }
    from += line.length + 1;
  }
  return spans;
}

/** All that a secret of Kubernetes holds, whatever it is called. */
function manifestsIn(text: string): SecretSpan[] {
  if (!/\bkind["']?\s{0,3}:\s{0,3}["']?Secret\b/.test(text)) return [];
  const spans: SecretSpan[] = [];
  const data =
    /(?<![\w-])(?:stringData|data)["']?\s{0,3}:\s{0,9}(?:\{([^{}]{0,20000})\}|((?:\r?\n[ \t]+[^\r\n]+){1,200}))/dg;
  for (const { indices } of text.matchAll(data)) {
    const [from, to] = indices?.[1] ?? indices?.[2] ?? [0, 0];
    for (const { indices: own, 1: value = '' } of text
      .slice(from, to)
      .matchAll(/[\w.-]{1,200}["']?\s{0,3}:\s{0,3}["']?([^\s"',{}|>][^\s"',{}]{2,10000})/dg)) {
      const [start, end] = own?.[1] ?? [0, 0];
      if (isSecretValue('always', value)) spans.push({ start: from + start, end: from + end, rule: 'names' });
    }
  }
  return spans;
}

/** `00000000  70 61 73 73 …  |pass…|`, as tools write bytes. */
const DUMPED =
  /^(?<before>[ \t]*(?:0x)?[0-9a-f]{4,16}:?[ \t]+)(?<hex>(?:[0-9a-f]{2}(?:[0-9a-f]{2})?[ \t]{1,3}){1,16})[ \t]*(?<text>\|?[\x20-\x7e]{0,17}\|?)\r?$/i;

/** What is secret in the bytes of a dump: both where it stands in digits and where it stands in letters. */
function dumpsIn(text: string, find: (text: string) => readonly SecretSpan[]): SecretSpan[] {
  if (!text.includes('0000')) return [];
  const lines: { readonly at: number; readonly digits: readonly number[]; readonly letters: number }[] = [];
  let bytes = '';
  let from = 0;
  for (const line of text.split('\n')) {
    const { before = '', hex = '', text: letters = '' } = DUMPED.exec(line)?.groups ?? {};
    const digits = [...hex.matchAll(/[0-9a-f]{2}/gi)].map(({ index }) => from + before.length + index);
    const beside = from + line.trimEnd().length - letters.length + (letters.startsWith('|') ? 1 : 0);
    if (digits.length > 0) lines.push({ at: bytes.length, digits, letters: letters === '' ? -1 : beside });
    for (const at of digits) bytes += String.fromCharCode(Number.parseInt(text.slice(at, at + 2), 16));
    from += line.length + 1;
  }
  if (bytes.length < 8) return [];
  return find(bytes).flatMap(({ start, end, rule }) =>
    lines.flatMap(({ at, digits, letters }) => {
      const first = Math.max(start - at, 0);
      const last = Math.min(end - at, digits.length);
      if (first >= last) return [];
      const inDigits = { start: digits[first] ?? 0, end: (digits[last - 1] ?? 0) + 2, rule };
      return letters < 0 ? [inDigits] : [inDigits, { start: letters + first, end: letters + last, rule }];
    }),
  );
}

/** Where a token may be broken: behind a backslash, between two strings, and at the end of a full line. */
const BREAK =
  /\\\r?\n[ \t]*|(?<=[\w./+=-])["']\s{0,40}(?:[+.&]\s{0,40})?["'](?=[\w./+=-])|(?<=[\w./+=-]{40})\r?\n[ \t>|]{0,40}(?=[\w./+=-]{4})/g;

/** What is secret only once its pieces are put together; what stands between them stays. */
function brokenIn(text: string, find: (text: string) => readonly SecretSpan[]): SecretSpan[] {
  const pieces: { readonly at: number; readonly start: number; readonly end: number }[] = [];
  let joined = '';
  let from = 0;
  const take = (end: number): void => {
    pieces.push({ at: joined.length, start: from, end });
    joined += text.slice(from, end);
  };
  for (const { 0: found, index } of text.matchAll(BREAK)) {
    take(index);
    from = index + found.length;
  }
  if (pieces.length === 0) return [];
  take(text.length);
  return find(joined).flatMap(({ start, end, rule }) => {
    const parts = pieces.flatMap((piece) => {
      const first = Math.max(start, piece.at);
      const last = Math.min(end, piece.at + piece.end - piece.start);
      const offset = piece.start - piece.at;
      return first < last ? [{ start: first + offset, end: last + offset, rule }] : [];
    });
    return parts.length > 1 ? parts : [];
  });
}
