import { isObject, type JsonObject } from '../../json/shape.ts';
import { announces } from '../../spec/methods.ts';
import type { ServerDocument } from '../../surface/answered.ts';
import { firstOf } from '../../text/few.ts';
import { urlOf } from '../../text/url.ts';
import { visible } from '../../text/visible.ts';
import { type Family, type FamilyFinding, ofFamily } from '../finding.ts';
import type { Subject } from '../subject.ts';

const RULES = {
  form: {
    level: 'warning',
    says: 'A server card or server.json is not what its readers expect.',
    fix: 'Write it as its schema asks for: see $schema.',
  },
  name: {
    level: 'warning',
    says: 'A server card or server.json names another server than the one that answers.',
    fix: 'Use the same name in both; the part before the slash says who owns it.',
  },
  version: {
    level: 'warning',
    says: 'A server card or server.json names another version than the one that answers.',
    fix: 'Write both from one place when a version is made.',
  },
  text: {
    level: 'note',
    says: 'A server card or server.json describes the server in other words than the server itself.',
    fix: 'Use the same title and description in both.',
  },
  remote: {
    level: 'warning',
    says: 'A server card or server.json does not name the address, or the transport, that the server is reached by.',
    fix: 'Add the address to remotes, with its type.',
  },
  revision: {
    level: 'warning',
    says: 'A server card or server.json names other revisions than the server speaks.',
    fix: 'Name the revisions that the server answers.',
  },
  capability: {
    level: 'warning',
    says: 'A server card names other capabilities than the server announces.',
    fix: 'Leave them out, as the newer drafts do, or write them from what is announced.',
  },
  list: {
    level: 'warning',
    says: 'A server card lists other tools, resources or prompts than the server does.',
    fix: 'Leave the lists out, as the newer drafts do, or write them from what is listed.',
  },
} as const;

type Found = FamilyFinding<keyof typeof RULES>;

/** How a server is described before anyone has connected to it, and how it is: `card/*`. */
export const CARD: Family = {
  name: 'card',
  about: 'Where a server card or server.json says something else than the server.',
  rules: RULES,
  find: (subject) =>
    ofFamily(
      'card',
      RULES,
      subject.answered.documents.flatMap((document) => documentFindings(document, subject)),
    ),
};

function documentFindings(document: ServerDocument, { surface }: Subject): readonly Found[] {
  const { kind, from, value } = document;
  const where = `the ${kind} (${visible(from)})`;
  const found: Found[] = [];
  const tell = (id: Found['id'], path: string, says: string): void =>
    void found.push({ id, item: 'server', path, message: `${where} ${says}` });
  if (!isObject(value)) {
    tell('form', '', 'is not a JSON object');
    return found;
  }
  // Until 2026 a card had these in members of their own.
  const info = isObject(value['serverInfo']) ? { ...value, ...value['serverInfo'] } : value;
  for (const [path, says] of formFaults(kind, info)) tell('form', path, says);
  const { server = {}, capabilities, lists, revision, offered } = surface;
  const { name, version, title, description } = info;
  if (isText(name) && isText(server.name) && !isSameName(name, server.name))
    tell('name', '/name', `names ${visible(name)}, but the server calls itself ${visible(server.name)}`);
  if (isText(version) && isText(server.version) && version !== server.version)
    tell(
      'version',
      '/version',
      `says version ${visible(version)}, but the server says ${visible(server.version)}`,
    );
  for (const [member, given, own] of [
    ['title', title, server.title],
    ['description', description, server.description],
  ] as const) {
    if (isText(given) && isText(own) && given !== own)
      tell('text', `/${member}`, `has another ${member} than the server`);
  }
  for (const [path, says] of remoteFaults(document, info)) tell('remote', path, says);
  const named = revisionsIn(info);
  const spoken = offered ?? (revision === undefined ? [] : [revision]);
  if (named.length > 0 && spoken.length > 0 && !spoken.some((one) => named.includes(one)))
    tell(
      'revision',
      '/remotes',
      `names ${visible(firstOf(named, 4))}, but the server speaks ${visible(firstOf(spoken, 4))}`,
    );
  for (const [member, on] of Object.entries(isObject(info['capabilities']) ? info['capabilities'] : {})) {
    const has = announces(capabilities.server, member);
    const isOn = on !== false && on !== null;
    if (LISTED.includes(member) && capabilities.server !== undefined && has !== isOn)
      tell(
        'capability',
        `/capabilities/${member}`,
        `says ${isOn ? '' : 'no '}${member}, but the server ${has ? 'declares' : 'does not declare'} them`,
      );
  }
  for (const [member, says] of listFaults(info, lists)) tell('list', `/${member}`, says);
  return found;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** A card has the name of the server behind whose it is: `com.example/weather`. Servers write theirs with spaces, and as a title. */
function isSameName(named: string, own: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const last = named.split('/').at(-1) ?? '';
  return [named, last].some(
    (one) => plain(one) === plain(own) || plain(one) === plain(own.split('/').at(-1) ?? ''),
  );
}

const NAME = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/;
/** A range stands for many versions, and a card for one. */
const RANGE = /^[~^<>=]|(?:^|\.)[x*](?:\.|$)|\s-\s|\|\|/i;

function formFaults(kind: ServerDocument['kind'], info: JsonObject): readonly (readonly [string, string])[] {
  const { $schema, name, version, description } = info;
  const faults: (readonly [string, string])[] = [];
  for (const [member, value] of Object.entries({ name, version, description })) {
    if (!isText(value)) faults.push([`/${member}`, `has no ${member}`]);
  }
  // What has a schema is of the newer drafts, which are strict about it.
  const isNew = kind === 'registry entry' || isText($schema);
  if (isNew && !isText($schema)) faults.push(['/$schema', 'has no $schema']);
  if (isNew && isText(name) && !NAME.test(name))
    faults.push(['/name', `has the name ${visible(name)}, which is not written as com.example/name`]);
  if (isText(version) && RANGE.test(version))
    faults.push(['/version', `has the range ${visible(version)} as its version`]);
  if (isNew && isText(description) && description.length > 100)
    faults.push([
      '/description',
      `has a description of ${description.length} characters, and 100 are allowed`,
    ]);
  return faults;
}

interface Remote {
  readonly type: string;
  readonly url: string;
}

const remotesOf = (info: JsonObject): readonly Remote[] =>
  [info['remotes'], info['transport'], info['transports']]
    .flat()
    .filter(isObject)
    .flatMap(({ type, url, endpoint }) => {
      const at = url ?? endpoint;
      return isText(type) && isText(at) ? [{ type, url: at }] : [];
    });

/** Whether what the server is reached by is among what the document names. */
function remoteFaults(
  { at, kind, isElsewhere }: ServerDocument,
  info: JsonObject,
): readonly (readonly [string, string])[] {
  if (isElsewhere) return [];
  const remotes = remotesOf(info);
  if (at === undefined) {
    const packages = Array.isArray(info['packages']) ? info['packages'].filter(isObject) : [];
    const types = packages.flatMap(({ transport }) =>
      isObject(transport) && isText(transport['type']) ? [transport['type']] : [],
    );
    return packages.length > 0 && types.length > 0 && !types.includes('stdio')
      ? [
          [
            '/packages',
            `has packages for ${firstOf([...new Set(types)], 3)}, and the server was started over stdio`,
          ],
        ]
      : [];
  }
  if (kind === 'registry entry' && remotes.length === 0) return [];
  const [url, transport] = [urlOf(at.url), at.transport];
  if (url === undefined) return [];
  const fitting = remotes.filter((one) => isAt(one.url, url));
  if (remotes.length === 0) return [['/remotes', 'names no remote address']];
  if (fitting.length === 0)
    return [
      [
        '/remotes',
        `does not name ${visible(`${url.origin}${url.pathname}`)}, but ${visible(
          firstOf(
            remotes.map((one) => one.url),
            3,
          ),
        )}`,
      ],
    ];
  const types = fitting.map(({ type }) => type.toLowerCase().replace(/[^a-z]/g, ''));
  const isSpoken = types.some((type) =>
    transport === 'sse' ? type === 'sse' : /^(?:streamable)?https?$/.test(type),
  );
  return isSpoken
    ? []
    : [
        [
          '/remotes',
          `says ${visible(
            firstOf(
              fitting.map(({ type }) => type),
              3,
            ),
          )} of this address, which speaks ${transport === 'sse' ? 'sse' : 'streamable-http'}`,
        ],
      ];
}

/** Whether an address, which may have variables in braces or be relative, is that of a URL. */
function isAt(named: string, url: URL): boolean {
  const parts = named.split(/\{[^}]*\}/);
  if (parts.length > 1) return isMadeOf(parts, `${url.origin}${url.pathname}`);
  const given = urlOf(named, url);
  const path = (one: URL): string => one.pathname.replace(/\/+$/, '');
  return given !== undefined && given.origin === url.origin && path(given) === path(url);
}

/** Whether a text begins with the first part, ends with the last, and has the others between them in this order. */
function isMadeOf(parts: readonly string[], text: string): boolean {
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}

function revisionsIn(info: JsonObject): readonly string[] {
  const remotes = Array.isArray(info['remotes']) ? info['remotes'].filter(isObject) : [];
  const all = [
    info['protocolVersion'],
    info['supportedProtocolVersions'],
    ...remotes.map((one) => one['supportedProtocolVersions']),
  ];
  return [...new Set(all.flat().filter(isText))];
}

/** The members of older cards that list what there is. */
const LISTED: readonly string[] = ['tools', 'resources', 'prompts'];

/** What a document lists that the server does not, and the other way round. */
function listFaults(
  info: JsonObject,
  lists: Subject['surface']['lists'],
): readonly (readonly [string, string])[] {
  return (['tools', 'resources', 'prompts'] as const).flatMap(
    (member): readonly (readonly [string, string])[] => {
      const [given, own] = [info[member], lists[member]];
      // "dynamic" leaves them open.
      if (!Array.isArray(given) || own === undefined || given.includes('dynamic')) return [];
      const key = member === 'resources' ? 'uri' : 'name';
      const named = given.map((one: unknown) => (isObject(one) ? one[key] : one)).filter(isText);
      const listed = own.map(({ name }) => name);
      const more = named.filter((name) => !listed.includes(name));
      const fewer = listed.filter((name) => !named.includes(name));
      const says = [
        ...(more.length === 0 ? [] : [`lists ${visible(firstOf(more, 3))}, which the server does not have`]),
        ...(fewer.length === 0 ? [] : [`does not list ${visible(firstOf(fewer, 3))}`]),
      ];
      return says.map((one) => [member, one] as const);
    },
  );
}
