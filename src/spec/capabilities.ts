import { isObject } from '../json/shape.ts';
import { shortJson } from '../json/short-json.ts';
import type { Era } from './revision.ts';

/** A capability of the specification, and what it lets the other side do. */
export interface Capability {
  readonly name: string;
  /** In words, with the details that were announced. */
  readonly lets: string;
  readonly announced: boolean;
  /** False for what the specification does not define. */
  readonly known: boolean;
}

/** What a capability lets the other side do, and what its details add (basic/lifecycle#capability-negotiation). */
interface Meaning {
  readonly lets: string;
  readonly details?: Readonly<Record<string, string>>;
}

const LIST_CHANGED = 'change notifications';

const SERVER: Readonly<Record<string, Meaning>> = {
  tools: { lets: 'list and call them', details: { listChanged: LIST_CHANGED } },
  resources: {
    lets: 'list and read them',
    details: { subscribe: 'subscribe', listChanged: LIST_CHANGED },
  },
  prompts: { lets: 'list and get them', details: { listChanged: LIST_CHANGED } },
  completions: { lets: 'complete arguments as you type' },
  logging: { lets: 'receive logs, set log level' },
  tasks: { lets: 'run requests as tasks', details: { list: 'list them', cancel: 'cancel them' } },
};

const CLIENT: Readonly<Record<string, Meaning>> = {
  roots: { lets: 'ask for the roots', details: { listChanged: 'change notifications' } },
  sampling: { lets: 'request LLM completions', details: { tools: 'with tools', context: 'with context' } },
  elicitation: { lets: 'ask the user', details: { form: 'form', url: 'URL' } },
  tasks: { lets: 'ask for tasks', details: { list: 'list them', cancel: 'cancel them' } },
};

/** Defined for both sides, each with names of its own within. */
const OPEN = new Set(['experimental', 'extensions']);

/**
 * Both what is announced and what could have been, in the order of the specification; unknown ones last. Since
 * 2026-07-28 tasks are an extension, not a capability.
 */
export function capabilitiesOf(
  side: 'server' | 'client',
  announced: Readonly<Record<string, unknown>>,
  era: Era | undefined,
): readonly Capability[] {
  const { tasks, ...lasting } = side === 'server' ? SERVER : CLIENT;
  const table: typeof SERVER = era === 'modern' || tasks === undefined ? lasting : { ...lasting, tasks };
  const known = Object.entries(table).map(([name, meaning]) => ({
    name,
    lets: withDetails(meaning, announced[name]),
    announced: name in announced,
    known: true,
  }));
  const others = Object.entries(announced).filter(([name]) => !Object.hasOwn(table, name));
  return [
    ...known,
    ...others.map(([name, value]) => ({
      name,
      lets: name === 'extensions' && isObject(value) ? extensionWords(value) : shortJson(value),
      announced: true,
      known: OPEN.has(name),
    })),
  ];
}

/** What the extensions of MCP itself are about. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  skills: 'skills',
  ui: 'views (MCP Apps)',
  tasks: 'tasks',
};

/** Each extension by what it is about, others by their ids, with their settings. */
const extensionWords = (extensions: Readonly<Record<string, unknown>>): string =>
  Object.entries(extensions)
    .map(([id, settings]) => {
      const own = id.replace(/^io\.modelcontextprotocol\//, '');
      const said = own !== id && Object.hasOwn(EXTENSIONS, own) ? EXTENSIONS[own] : id;
      const isBare = isObject(settings) && Object.keys(settings).length === 0;
      return isBare ? said : `${said} ${shortJson(settings)}`;
    })
    .join(' · ');

function withDetails({ lets, details = {} }: Meaning, value: unknown): string {
  if (!isObject(value)) return lets;
  const said = Object.entries(value).map(([name, detail]) => {
    if (detail === false) return `no ${name}`;
    return Object.hasOwn(details, name) ? details[name] : name;
  });
  return [lets, ...said].join(' · ');
}
