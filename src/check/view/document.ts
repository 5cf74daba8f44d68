import { networkUrl, type OriginUse } from './content-policy.ts';
import { originsInScript } from './script.ts';
import { originsInStyle } from './style.ts';

/** How deep documents may lie in documents: in `srcdoc`, and in texts of scripts. */
const DEEPEST = 4;

/**
 * Everything that an HTML document loads, or connects to, from another origin, as far as that is written in it. What a browser
 * is led to by a click is not among it: a policy has nothing to say of that.
 */
export function originsIn(html: string, depth = 0): readonly OriginUse[] {
  const uses: OriginUse[] = [];
  let base: URL | undefined;
  const add = (kind: OriginUse['kind'], text: string, where: string): void => {
    const url = networkUrl(text, base);
    if (url !== undefined) uses.push({ kind, url, where });
  };
  for (const { name, attributes, content } of elementsIn(html)) {
    const value = (attribute: string): string | undefined => attributes.get(attribute);
    if (name === 'base') {
      const href = value('href');
      if (href !== undefined) add('baseUriDomains', href, 'base href');
      base ??= href === undefined ? undefined : networkUrl(href);
      continue;
    }
    for (const [attribute, kind] of LOADED.get(name) ?? []) {
      const text = value(attribute);
      if (text === undefined) continue;
      const urls = attribute.endsWith('srcset') ? candidates(text) : [text];
      for (const url of urls) add(kind, url, `${name} ${attribute}`);
    }
    for (const [kind, url, where] of special(name, value)) add(kind, url, where);
    const [style, srcdoc] = [value('style'), value('srcdoc')];
    for (const css of [style ?? '', name === 'style' ? content : ''])
      for (const url of originsInStyle(css)) add(RESOURCE, url, 'style');
    if (name === 'iframe' && srcdoc !== undefined && depth < DEEPEST)
      uses.push(...originsIn(srcdoc, depth + 1));
    const scripts = [...attributes].flatMap(([attribute, text]) =>
      /^on[a-z]/.test(attribute) ? [text] : [],
    );
    if (name === 'script' && !attributes.has('src')) scripts.push(...scriptText(value('type'), content));
    for (const script of scripts) uses.push(...usesIn(script, base, depth));
  }
  return uses;
}

/** What a script of a document loads. */
function usesIn(script: string, base: URL | undefined, depth: number): readonly OriginUse[] {
  const { urls, documents } = originsInScript(script);
  const written = depth < DEEPEST ? documents.flatMap((text) => originsIn(text, depth + 1)) : [];
  return [
    ...urls.flatMap(({ text, ...use }): readonly OriginUse[] => {
      const url = networkUrl(text, base);
      return url === undefined ? [] : [{ ...use, url, isGuess: true }];
    }),
    ...written.map((use): OriginUse => ({ ...use, isGuess: true })),
  ];
}

const RESOURCE = 'resourceDomains';

/** The attributes of an element from which a browser loads something. */
const LOADED: ReadonlyMap<string, readonly (readonly [string, OriginUse['kind']])[]> = new Map([
  [
    'img',
    [
      ['src', RESOURCE],
      ['srcset', RESOURCE],
    ],
  ],
  ['script', [['src', RESOURCE]]],
  [
    'source',
    [
      ['src', RESOURCE],
      ['srcset', RESOURCE],
    ],
  ],
  ['audio', [['src', RESOURCE]]],
  [
    'video',
    [
      ['src', RESOURCE],
      ['poster', RESOURCE],
    ],
  ],
  ['track', [['src', RESOURCE]]],
  [
    'image',
    [
      ['href', RESOURCE],
      ['xlink:href', RESOURCE],
    ],
  ],
  [
    'use',
    [
      ['href', RESOURCE],
      ['xlink:href', RESOURCE],
    ],
  ],
  [
    'feimage',
    [
      ['href', RESOURCE],
      ['xlink:href', RESOURCE],
    ],
  ],
  ['body', [['background', RESOURCE]]],
  ['table', [['background', RESOURCE]]],
  ['td', [['background', RESOURCE]]],
  ['iframe', [['src', 'frameDomains']]],
  ['frame', [['src', 'frameDomains']]],
  // Hosts allow no plugins.
  ['object', [['data', 'none']]],
  ['embed', [['src', 'none']]],
] as const);

/** What an element loads depending on its other attributes. */
function special(
  name: string,
  value: (attribute: string) => string | undefined,
): readonly (readonly [OriginUse['kind'], string, string])[] {
  switch (name) {
    case 'input':
      return value('type')?.trim().toLowerCase() === 'image'
        ? [[RESOURCE, value('src') ?? '', 'input src']]
        : [];
    case 'link': {
      const rel = new Set(value('rel')?.toLowerCase().split(/\s+/));
      const loads = LINKS.some((one) => rel.has(one));
      if (!loads) return [];
      const kind = rel.has('preload') && value('as') === 'fetch' ? 'connectDomains' : RESOURCE;
      const sets = candidates(value('imagesrcset') ?? '');
      return [
        [kind, value('href') ?? '', 'link href'],
        ...sets.map((url) => [kind, url, 'link imagesrcset'] as const),
      ];
    }
    case 'a':
    case 'area':
      return (value('ping') ?? '').split(/\s+/).map((url) => ['connectDomains', url, 'ping'] as const);
    default:
      return [];
  }
}

const LINKS = [
  'stylesheet',
  'icon',
  'apple-touch-icon',
  'mask-icon',
  'preload',
  'modulepreload',
  'prefetch',
  'manifest',
];

/** The URLs of a `srcset` (HTML, 4.8.4.2.1): each is followed by white space and how large its image is, or by a comma. */
function candidates(text: string): readonly string[] {
  const urls: string[] = [];
  const [before, url, after] = [/[\s,]*/y, /\S+/y, /[^,]*/y];
  for (let at = 0; ; ) {
    before.lastIndex = at;
    before.exec(text);
    url.lastIndex = before.lastIndex;
    const [found] = url.exec(text) ?? [];
    if (found === undefined) return urls;
    urls.push(found.replace(/,+$/, ''));
    after.lastIndex = url.lastIndex;
    if (!found.endsWith(',')) after.exec(text);
    at = after.lastIndex;
  }
}

/** What a script element runs: what it says is no script is data. */
function scriptText(type: string | undefined, content: string): readonly string[] {
  const kind = type?.trim().toLowerCase() ?? '';
  // The addresses of modules stand in an object, like texts that are imported.
  if (kind === 'importmap')
    return [...content.matchAll(/:\s*("(?:[^"\\]+|\\.)*")/g)].map(([, url]) => `import(${url})`);
  return /^(?:|module|(?:text|application)\/(?:x-)?(?:javascript|ecmascript|babel|jsx|typescript))$/.test(
    kind,
  )
    ? [content]
    : [];
}

/** An element of a document: its start, and its text where that is no HTML. */
interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly content: string;
}

const TAG = /<(?:!--|!|\/|\?|([a-zA-Z][^\s/>]*))/g;
const ATTRIBUTE = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y;
/** Elements with text alone; with scripts on, `noscript` is one of them. */
const TEXTS: ReadonlySet<string> = new Set([
  'script',
  'style',
  'textarea',
  'title',
  'noscript',
  'xmp',
  'noembed',
  'noframes',
]);

/** The elements of a document in order, as a browser reads tags (HTML, 13.2.5). */
function* elementsIn(html: string): Generator<Element> {
  const tag = new RegExp(TAG);
  for (let found = tag.exec(html); found !== null; found = tag.exec(html)) {
    const [start, given] = found;
    if (given === undefined) {
      const end = start === '<!--' ? html.indexOf('-->', tag.lastIndex) : html.indexOf('>', tag.lastIndex);
      if (end < 0) return;
      tag.lastIndex = end + (start === '<!--' ? 3 : 1);
      continue;
    }
    const name = given.toLowerCase();
    const attributes = new Map<string, string>();
    let at = tag.lastIndex;
    for (;;) {
      ATTRIBUTE.lastIndex = at;
      const one = ATTRIBUTE.exec(html);
      if (one === null) break;
      const [, attribute = '', double, single, bare] = one;
      const key = attribute.toLowerCase();
      if (!attributes.has(key)) attributes.set(key, unescaped(double ?? single ?? bare ?? ''));
      at = ATTRIBUTE.lastIndex;
    }
    const close = html.indexOf('>', at);
    if (close < 0) return;
    tag.lastIndex = close + 1;
    let content = '';
    if (TEXTS.has(name)) {
      const end = new RegExp(`</${name}[\\s/>]`, 'gi');
      end.lastIndex = close + 1;
      const until = end.exec(html)?.index ?? html.length;
      content = html.slice(close + 1, until);
      tag.lastIndex = until;
    }
    yield { name, attributes, content };
  }
}

const NAMED: Readonly<Record<string, string>> = {
  ...{
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    colon: ':',
    sol: '/',
    period: '.',
    tab: '\t',
    newline: '\n',
  },
  ...{ bsol: '\\', lpar: '(', rpar: ')', comma: ',', quest: '?', equals: '=', num: '#', nbsp: '\u00a0' },
};

/** The text that an attribute stands for: character references of the kinds that addresses are written with. */
const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d+)|#x([\da-f]+)|([a-z]+));?/gi, (whole, decimal, hex, name) => {
        if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
      })
    : text;
