import { closing, slashesBefore } from './assignments.ts';
import { isSecretValue, looksRandom } from './names.ts';
import type { SecretSpan } from './redaction.ts';

/** Programs that take a secret in an option whose name does not say so. */
interface Program {
  readonly names: readonly string[];
  /** Four characters that a text has which names one of them, and few others; of three any may follow. */
  readonly parts: readonly string[];
  /** The options as their manuals have them: `-pSECRET` must not have a blank in it. */
  readonly options: readonly string[];
  /** They count only after this word: `docker run -p` is about ports. */
  readonly verb?: string;
  /** It runs the program that its first word names, whose options are not its own. */
  readonly runs?: true;
  /** Letters that may stand before the option's own: `-sSu`. */
  readonly flags?: string;
}

/** docs/transcript.md lists them from here. */
export const PROGRAMS: readonly Program[] = [
  {
    names: ['curl'],
    parts: ['curl'],
    options: [
      ...['-u USER:SECRET', '--user USER:SECRET', '-U USER:SECRET', '--proxy-user USER:SECRET'],
      ...['-E FILE:SECRET', '--cert FILE:SECRET'],
    ],
    flags: '#0-9aBfgGiIjJklLMnNOpqRsSvZ',
  },
  {
    names: ['http', 'https', 'xh', 'xhs'],
    parts: ['ttp ', 'tps ', 'xh ', 'xhs '],
    options: ['-a USER:SECRET', '--auth USER:SECRET'],
  },
  {
    names: [
      ...['mysql', 'mysqladmin', 'mysqlbinlog', 'mysqlcheck', 'mysqldump', 'mysqlimport', 'mysqlpump'],
      ...['mysqlsh', 'mysqlshow', 'mysqlslap', 'mariadb', 'mariadb-admin', 'mariadb-check', 'mariadb-dump'],
    ],
    parts: ['mysq', 'riad'],
    options: ['-pSECRET'],
  },
  { names: ['sshpass'], parts: ['sshp'], options: ['-p SECRET'], runs: true },
  { names: ['redis-cli', 'valkey-cli'], parts: ['s-cl', 'y-cl'], options: ['-a SECRET'] },
  {
    names: ['mongo', 'mongosh', 'mongodump', 'mongorestore', 'mongoexport', 'mongoimport', 'mongostat'],
    parts: ['ongo'],
    options: ['-p SECRET'],
  },
  {
    names: ['sqlcmd', 'bcp', 'isql', 'mosquitto_pub', 'mosquitto_sub', 'ipmitool'],
    parts: ['sqlc', 'bcp ', 'isql', 'mosq', 'ipmi'],
    options: ['-P SECRET'],
  },
  {
    names: ['cqlsh', 'cypher-shell', 'rabbitmqadmin', 'beeline', 'psexec'],
    parts: ['cqls', 'r-sh', 'rabb', 'beel', 'psex'],
    options: ['-p SECRET'],
  },
  {
    names: ['docker', 'podman', 'nerdctl', 'buildah', 'skopeo', 'helm', 'oras', 'oc', 'az', 'cf'],
    parts: ['dock', 'podm', 'nerd', 'ldah', 'skop', 'helm', 'oras', 'oc l', 'az l', 'cf l'],
    verb: 'login',
    options: ['-p SECRET'],
  },
  {
    names: ['ldapsearch', 'ldapadd', 'ldapmodify', 'ldapdelete', 'ldapwhoami'],
    parts: ['ldap'],
    options: ['-w SECRET'],
  },
  {
    names: ['smbclient', 'rpcclient'],
    parts: ['smbc', 'rpcc'],
    options: ['-U USER%SECRET', '--user USER%SECRET'],
  },
  { names: ['lftp'], parts: ['lftp'], options: ['-u USER,SECRET', '--user USER,SECRET'] },
  { names: ['plink', 'pscp', 'psftp'], parts: ['plin', 'pscp', 'psft'], options: ['-pw SECRET'] },
  { names: ['zip', 'unzip'], parts: ['zip '], options: ['-P SECRET'], flags: 'a-zA-Z0-9' },
  {
    names: ['7z', '7za', '7zz', 'rar', 'unrar'],
    parts: ['7z ', '7za ', '7zz ', 'rar '],
    options: ['-pSECRET'],
  },
  {
    names: ['keytool', 'jarsigner'],
    parts: ['keyt', 'jars'],
    options: ['-storepass SECRET', '-keypass SECRET', '-srcstorepass SECRET', '-deststorepass SECRET'],
  },
  { names: ['xfreerdp', 'wlfreerdp'], parts: ['eerd'], options: ['/p:SECRET'] },
];

interface Option {
  /** The option at the beginning of a word; where that is the whole word, its value is the next. */
  readonly at: RegExp;
  /** What stands between a user and the secret; nothing where there is no user. */
  readonly sign: string;
}

/** A program of the table as the reader uses it. */
interface Known {
  readonly verb: string | undefined;
  readonly runs: boolean;
  readonly options: readonly Option[];
}

const BY_NAME: ReadonlyMap<string, Known> = new Map(
  PROGRAMS.flatMap(({ names, options, verb, runs = false, flags = '' }) => {
    const known = { verb, runs, options: options.map((option) => optionOf(option, flags)) };
    return names.map((name) => [name, known] as const);
  }),
);

function optionOf(written: string, flags: string): Option {
  const [, name = '', blank = '', sign = ''] =
    /^([-/].*?)( ?)(?:(?:USER|FILE)([:,%]))?SECRET$/.exec(written) ?? [];
  const isShort = /^-.$/.test(name);
  const flagged = isShort && flags !== '' ? `-[${flags}]*?${name.slice(1)}` : name;
  const end = blank === '' ? '(?=.)' : isShort ? '' : name.startsWith('--') ? '(?:=|$)' : '$';
  return { at: new RegExp(`^${flagged}${end}`), sign };
}

/**
 * Takes the words of a command line one after the other; tells where in a word a secret begins that an option of one of
 * {@link PROGRAMS} holds, and that goes on to its end.
 */
export function createCommandReader(): (word: string) => number | undefined {
  let known: Known | undefined;
  let isReady = false;
  let pending: Option | undefined;
  return (word) => {
    const option = pending;
    pending = undefined;
    if (option !== undefined && !word.startsWith('-')) return secretIn(word, 0, option);
    const program = BY_NAME.get(/(?:^|[/\\])([\w-]+?)(?:\.exe)?$/.exec(word)?.[1] ?? '');
    if (program !== undefined) {
      known = program;
      isReady = program.verb === undefined;
    } else if (word === known?.verb) isReady = true;
    const isOption = /^[-/]/.test(word);
    if (program === undefined && known?.runs && !isOption) known = undefined;
    if (known === undefined || !isReady || !isOption) return undefined;
    for (const one of known.options) {
      const name = one.at.exec(word)?.[0];
      if (name === undefined) continue;
      if (name.length < word.length) return secretIn(word, name.length, one);
      pending = one;
    }
    return undefined;
  };
}

/** Where in a word the secret of an option begins; a user without a password is not secret, unless it is a key. */
function secretIn(word: string, from: number, { sign }: Option): number | undefined {
  const at = sign === '' ? from : word.indexOf(sign, from) + 1;
  const hasUser = sign !== '' && at > from;
  const secret = sign === '' || hasUser ? word.slice(at) : '';
  if (secret === '') return looksRandom(word.slice(from).replace(/:$/, '')) ? from : undefined;
  return isSecretValue('always', secret) && !secret.startsWith('$(') ? at : undefined;
}

const NAME = [...BY_NAME.keys()].sort((one, other) => other.length - one.length).join('|');
/** One of the programs, at the beginning of what may be its command line. */
const COMMAND = new RegExp(`(?<![\\w.-])(?:${NAME})(?:\\.exe)?(?=[ \\t]|\\\\*["'\`]\\s{0,8},)`, 'g');
/**
 * Between two words: blanks, an escaped line break, or in a list of strings the quotes and the comma. What a pattern repeats is
 * bounded: each time takes room on a stack, and texts have megabytes.
 */
const BETWEEN =
  /(?:\\*["'`])?\s{0,8},\s{0,8}(?=\\*["'`])|(?:[ \t]{1,999}|\\{1,64}(?:\r?\n|n(?=[ \t]))){1,99}/y;
const BARE =
  /(?:\$?\{\{?[^\s{}"'`]{0,80}\}\}?|[^\s"'`<>;|)\]}&\\{$]{1,4096}|[{$]|\\{1,64}[!$#&*?@(){}]){0,999}/y;
const QUOTE = /(\\{0,63})(["'`])(?![\s,:;)\]}]|$)/y;

/** Words of a command line that are looked at. */
const MOST_WORDS = 200;

/** The secrets in the command lines of a text. */
export function commandSecretsIn(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  COMMAND.lastIndex = 0;
  for (let match = COMMAND.exec(text); match !== null; match = COMMAND.exec(text)) {
    const read = createCommandReader();
    read(match[0]);
    let at = COMMAND.lastIndex;
    for (let count = 0; count < MOST_WORDS; count++) {
      const word = wordAfter(text, at);
      if (word === undefined) break;
      at = word.next;
      const from = read(word.text);
      if (from === undefined || isProse(word.text.slice(from), text, at)) continue;
      spans.push({ start: word.end - word.text.length + from, end: word.end });
    }
    COMMAND.lastIndex = at;
  }
  return spans;
}

/** A word of a command line in a text; `end` is where what it says ends, `next` where its quotes do. */
interface Word {
  readonly text: string;
  readonly end: number;
  readonly next: number;
}

function wordAfter(text: string, from: number): Word | undefined {
  BETWEEN.lastIndex = from;
  if (!BETWEEN.test(text)) return undefined;
  const start = BETWEEN.lastIndex;
  BARE.lastIndex = start;
  const bare = (BARE.exec(text)?.[0] ?? '').replace(/,+$/, '');
  QUOTE.lastIndex = start + bare.length;
  // Of a value in quotes the option may stand before them; after any other word they are those around it all.
  const quote = bare === '' || /^[-/]/.test(bare) ? QUOTE.exec(text) : null;
  if (quote === null) {
    const end = start + bare.length;
    return bare === '' ? undefined : { text: bare, end, next: text[end] === ',' ? end + 1 : end };
  }
  const [opening, slashes = '', mark = ''] = quote;
  const inner = start + bare.length + opening.length;
  const close = closing(text, inner, mark, slashes.length);
  const end = close - slashesBefore(text, close, slashes.length);
  return { text: bare + text.slice(inner, end), end, next: close + 1 };
}

/** A word of a sentence about an option, or one in capitals that stands for a value. */
function isProse(value: string, text: string, at: number): boolean {
  if (/^[A-Z][A-Z_]*$/.test(value)) return true;
  if (!/^\p{Ll}+[.,]?$/u.test(value)) return false;
  NEXT.lastIndex = at;
  return SAYS.test(value) || SAYS.test(NEXT.exec(text)?.[1] ?? '');
}

const NEXT = /[ \t]+(\p{Ll}+)(?![\w./:@-])/uy;
const SAYS =
  /^(?:an?|the|is|are|was|in|on|to|of|for|with|and|or|option|flag|argument|switch|expects?|needs?|takes?|requires?|wants?|means?|has|must|may|can|should|will|not|as|from|by|your|its?|that|which|when|if|instead|here)$/;
