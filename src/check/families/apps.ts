import { isObject } from '../../json/shape.ts';
import { APP_TYPE, type App, appOf } from '../../surface/app.ts';
import type { SurfaceItem } from '../../surface/surface.ts';
import { type AppView, viewOf } from '../../surface/view.ts';
import { counted } from '../../text/measure.ts';
import { visible } from '../../text/visible.ts';
import { type CheckFinding, type Family, type FamilyFinding, ofFamily } from '../finding.ts';
import type { ItemId, Subject } from '../subject.ts';
import { blockedOf, type OriginUse, originOf } from '../view/content-policy.ts';
import { originsIn } from '../view/document.ts';

const RULES = {
  unreadable: {
    level: 'error',
    says: 'The resource of a view cannot be read.',
    fix: 'Serve the resource by resources/read, or leave _meta.ui.resourceUri out.',
  },
  scheme: {
    level: 'error',
    says: 'The URI of a view does not begin with ui://.',
    fix: 'Serve the view under a URI that begins with ui://.',
  },
  mime: {
    level: 'error',
    says: `The MIME type of a view is not ${APP_TYPE}.`,
    fix: `Send ${APP_TYPE} as its mimeType, letter by letter.`,
  },
  'flat-key': {
    level: 'warning',
    says: 'A tool names its view by the deprecated _meta["ui/resourceUri"].',
    fix: 'Name it in _meta.ui.resourceUri.',
  },
  visibility: {
    level: 'warning',
    says: 'What _meta.ui.visibility says lets nobody call the tool, or has other words than "model" and "app".',
    fix: 'List "model", "app" or both, or leave visibility out.',
  },
  origin: {
    level: 'error',
    says: 'A view loads something from an origin that its policy does not allow: hosts block it.',
    fix: 'Add the origin to the policy of the resource, or put what it loads into the document.',
  },
  'no-content': {
    level: 'warning',
    says: 'A result that has a view has nothing in content: without the view nobody sees anything.',
    fix: 'Say in content what the view shows.',
  },
  'needs-structured': {
    level: 'warning',
    says: 'A view relies on structuredContent, which some clients do not give to views.',
    fix: 'Let the view read content where structuredContent is missing.',
  },
} as const;

type Found = FamilyFinding<keyof typeof RULES>;

/** What is wrong with the views of tools (MCP Apps, SEP-1865): `apps/*`. */
export const APPS: Family = {
  name: 'apps',
  about: 'What is wrong with the views of tools (MCP Apps).',
  rules: RULES,
  find: (subject) => {
    const linked = linkedViews(subject);
    return [
      ...ofFamily('apps', RULES, [
        ...(subject.surface.lists.tools ?? []).flatMap((tool) => toolFindings(tool, subject)),
        ...linked.flatMap((view) => viewFindings(view, subject)),
      ]),
      ...linked.flatMap((view) => clientFindings(view, subject)),
    ];
  },
};

/** A view, with what it is told of. */
interface Linked {
  readonly uri: string;
  /** The first tool that it shows the results of, else the resource itself. */
  readonly item: ItemId;
  readonly path: string;
  /** The tools that it shows the results of, in words. */
  readonly of: string;
}

/** Every view once: those of tools, then those that are only listed. */
function linkedViews({ surface }: Subject): readonly Linked[] {
  const users = new Map<string, string[]>();
  for (const { name, raw } of surface.lists.tools ?? []) {
    const uri = appOf(raw)?.uri;
    if (uri !== undefined) users.set(uri, [...(users.get(uri) ?? []), name]);
  }
  const ofTools = [...users].map(([uri, [first = '', ...others]]): Linked => {
    const more = others.length === 0 ? '' : ` and ${counted(others.length, 'other tool')}`;
    return { uri, item: `tool:${first}`, path: '/_meta/ui/resourceUri', of: ` of ${visible(first)}${more}` };
  });
  const listed = (surface.lists.resources ?? []).filter(
    ({ name }) => name.startsWith('ui://') && !users.has(name),
  );
  return [
    ...ofTools,
    ...listed.map(({ name }): Linked => ({ uri: name, item: `resource:${name}`, path: '/uri', of: '' })),
  ];
}

function toolFindings({ name, raw }: SurfaceItem, { answered }: Subject): readonly Found[] {
  const app = appOf(raw);
  if (app === undefined) return [];
  const item = `tool:${name}`;
  const found: Found[] = [...flatFindings(app, name), ...visibilityFindings(app, name)];
  const { uri } = app;
  if (uri === undefined) return found;
  if (!uri.startsWith('ui://')) {
    const message = `the view of ${visible(name)} is ${visible(uri)}, which does not begin with ui://`;
    found.push({ id: 'scheme', item, path: '/_meta/ui/resourceUri', message });
  }
  const bare = answered.results.find(
    ({ tool, result }) => tool === name && result !== undefined && isBare(result['content']),
  );
  if (bare !== undefined) {
    const message = `${visible(name)} answered without content: the model, and a client that shows no views, get nothing to read`;
    found.push({ id: 'no-content', item, path: '', message, seq: bare.seq });
  }
  return found;
}

/** No content, or texts without a letter. */
const isBare = (content: unknown): boolean =>
  !Array.isArray(content) ||
  content.every((part) => isObject(part) && part['type'] === 'text' && String(part['text']).trim() === '');

function flatFindings({ uri, flat, isFlat }: App, name: string): readonly Found[] {
  // Servers may send both, for hosts that are older than the specification.
  if (flat === undefined || (!isFlat && flat === uri)) return [];
  const message = isFlat
    ? `the view of ${visible(name)} is named by _meta["ui/resourceUri"] alone, which is deprecated`
    : `_meta["ui/resourceUri"] of ${visible(name)} is ${visible(flat)}, but _meta.ui.resourceUri ${visible(uri ?? '')}`;
  return [{ id: 'flat-key', item: `tool:${name}`, path: '/_meta/ui~1resourceUri', message }];
}

function visibilityFindings({ visibility }: App, name: string): readonly Found[] {
  const item = `tool:${name}`;
  const path = '/_meta/ui/visibility';
  const odd = visibility.filter((one) => one !== 'model' && one !== 'app');
  if (odd.length > 0) {
    const message = `the visibility of ${visible(name)} has ${odd.map((one) => visible(JSON.stringify(one))).join(', ')}; it may have "model" and "app"`;
    return [{ id: 'visibility', item, path, message }];
  }
  return visibility.length > 0
    ? []
    : [
        {
          id: 'visibility',
          item,
          path,
          message: `the visibility of ${visible(name)} is empty: neither the model nor the view may call it`,
        },
      ];
}

/** The view as it was read; nothing where it was not, or could not be. */
function readView({ uri }: Linked, { surface, answered }: Subject): AppView | undefined {
  const contents = answered.contents.get(uri)?.contents;
  return contents === undefined ? undefined : viewOf(uri, contents, listedAs(uri, surface)?.raw);
}

const listedAs = (uri: string, { lists }: Subject['surface']): SurfaceItem | undefined =>
  lists.resources?.find(({ name }) => name === uri);

function viewFindings(linked: Linked, subject: Subject): readonly Found[] {
  const { uri, item, path, of } = linked;
  const read = subject.answered.contents.get(uri);
  const at = { item, path, ...(read === undefined ? {} : { seq: read.seq }) };
  const what = `the view${of} (${visible(uri)})`;
  const listed = listedAs(uri, subject.surface)?.raw;
  const view = readView(linked, subject);
  const listedType = isObject(listed) ? listed['mimeType'] : undefined;
  const type = view === undefined ? listedType : view.mimeType;
  const found: Found[] = [];
  if (read !== undefined && view?.html === undefined) {
    const why =
      read.why ?? (view === undefined ? 'its contents have no text and no blob' : 'its blob is not base64');
    found.push({ ...at, id: 'unreadable', message: `${what} cannot be read: ${visible(why)}` });
  }
  if (type !== APP_TYPE && (type !== undefined || view !== undefined))
    found.push({ ...at, ...mimeFinding(what, type) });
  if (view?.html === undefined) return found;
  const blocked = blockedOf(originsIn(view.html), view.origins);
  return [...found, ...blocked.map((use) => ({ ...at, ...originFinding(what, use) }))];
}

function mimeFinding(what: string, type: unknown): Pick<Found, 'id' | 'level' | 'message'> {
  if (typeof type !== 'string')
    return { id: 'mime', level: 'error', message: `${what} has no MIME type; hosts take ${APP_TYPE}` };
  // The same type to whoever reads it; hosts compare texts.
  const isSame = type.toLowerCase().replace(/\s|"/g, '') === APP_TYPE;
  const message = `the MIME type of ${what} is ${visible(type)}${isSame ? `, which is not written as ${APP_TYPE}` : `; hosts take ${APP_TYPE}`}`;
  return { id: 'mime', level: isSame ? 'warning' : 'error', message };
}

function originFinding(what: string, { kind, url, where, isGuess }: OriginUse): Omit<Found, 'item' | 'path'> {
  const origin = visible(originOf(url));
  const loads = isGuess ? 'may load from' : 'loads from';
  if (kind === 'none')
    return {
      id: 'origin',
      message: `${what} ${loads} ${origin} (${where}): hosts let views load no plugins`,
    };
  const words = kind === 'connectDomains' ? (isGuess ? 'may connect to' : 'connects to') : loads;
  return {
    id: 'origin',
    level: isGuess ? 'warning' : 'error',
    message: `${what} ${words} ${origin} (${where}), which ${kind} does not allow`,
    fix: `Add "${origin}" to _meta.ui.csp.${kind} of the resource, or do without it.`,
  };
}

/** What clients that give a view less than the specification says would not show. */
function clientFindings(linked: Linked, subject: Subject): readonly CheckFinding[] {
  const html = readView(linked, subject)?.html;
  if (html === undefined || !needsStructured(html)) return [];
  return subject.clients.flatMap(({ id, name, rules }) =>
    rules
      .filter(({ limit, effect }) => limit.on === 'app' && effect === 'cut')
      .map(({ source, seen, sure, reported }): CheckFinding => {
        const known = sure === 'reports' ? `reported ${reported ?? seen.slice(0, 7)}, ${source}` : source;
        const { level, fix } = RULES['needs-structured'];
        const message = `${name} gives views no structuredContent, and the view${linked.of} reads nothing else (${known})`;
        return {
          rule: 'apps/needs-structured',
          level,
          item: linked.item,
          path: linked.path,
          client: id,
          message,
          fix,
          source,
          seen,
          sure,
        };
      }),
  );
}

/** Whether a document reads the structured part of a result, and no other. */
const needsStructured = (html: string): boolean =>
  /\bstructuredContent\b/.test(html) && !/(?:\.|\[\s*["'])content\b|[{,]\s*content\b\s*[,:}]/.test(html);
