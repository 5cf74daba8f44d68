import { guard } from '../../text/guard.ts';
import { parseDuration } from '../../text/measure.ts';
import { closest } from '../../text/suggest.ts';
import type { FilterLine, RequestStatus } from './line.ts';

/** Whether a line is one of those that are meant. */
export type Test = (line: FilterLine) => boolean;

/** What a term means, or why it means nothing. */
export type Term =
  | {
      readonly test: Test;
      readonly changes?: boolean;
      readonly timed?: boolean;
      readonly with?: string;
      /** It asks for lines of a session. */
      readonly sessions?: true;
      /** What turns out while it is used. */
      readonly late?: () => string | undefined;
    }
  | { readonly problem: string };

/** A key of the language: what it is about, what may stand after it, and what that means. */
interface Key {
  readonly about: string;
  /** Words that may stand after it, where there are only so many. */
  readonly values?: readonly string[];
  readonly term: (value: string) => Term;
}

const KINDS = ['request', 'response', 'notification', 'result', 'error', 'invalid', 'life', 'stderr', 'http'];
const STATUSES: readonly RequestStatus[] = [
  ...(['pending', 'hung', 'answered', 'error', 'timeout', 'cancelled'] as const),
  ...(['late', 'assumed', 'closed'] as const),
];
/** What others call it. */
const SAME_STATUS: Readonly<Record<string, RequestStatus>> = {
  failed: 'error',
  cancel: 'cancelled',
  open: 'pending',
};
const IN = new Set(['in', 's2c', 'server']);

/** Everything that may stand before a colon. */
export const KEYS: Readonly<Record<string, Key>> = {
  method: {
    about: 'a method; * matches anything',
    term: (value) => glob(value, ({ row }) => row.method ?? ''),
  },
  tool: { about: 'calls of a tool and their responses', term: (value) => glob(value, ({ tool }) => tool()) },
  status: {
    about: 'status of a request',
    values: STATUSES,
    term: (written) => {
      const value = SAME_STATUS[written] ?? written;
      return {
        ...oneOf(value, STATUSES, ({ statuses }) => (statuses() as readonly string[]).includes(value)),
        changes: true,
        ...(value === 'hung' ? { timed: true } : {}),
      };
    },
  },
  dir: {
    about: 'in: from the server; out: to the server',
    values: ['in', 'out'],
    term: (value) =>
      oneOf(value, ['in', 'out', 's2c', 'c2s'], ({ row }) => row.dir === (IN.has(value) ? 's2c' : 'c2s')),
  },
  id: {
    about: 'id of a request and its response',
    term: (value) => ({ test: ({ row }) => String(row.id) === value && row.id !== undefined }),
  },
  with: {
    about: 'everything related to the request of a message: 12',
    term: (value) =>
      LABEL.test(value)
        ? { test: ({ isWith }) => isWith(value), with: value }
        : { problem: `${value} is not a message; write with:12` },
  },
  session: {
    about: 'lines of a session, where there are several',
    term: (value) => ({ ...glob(value, ({ session }) => session), sessions: true }),
  },
  kind: {
    about: 'kind of message',
    values: KINDS,
    term: (value) => oneOf(value, KINDS, ({ row }) => isKind(row, value)),
  },
  larger: {
    about: 'messages of more bytes: 500, 10k, 2M',
    term: (value) => size(value, (bytes, limit) => bytes > limit),
  },
  smaller: {
    about: 'messages of fewer bytes',
    term: (value) => size(value, (bytes, limit) => bytes < limit),
  },
  finding: {
    about: 'findings by id; * matches any',
    term: (value) => {
      const matches = globOf(value);
      return { test: ({ rules }) => rules().some(matches), changes: true };
    },
  },
  since: { about: 'the latest: 30s, 5m, or from #120', term: since },
  mark: {
    about: 'marked messages',
    values: ['yes', 'no'],
    term: (value) => ({
      ...oneOf(value, ['yes', 'no', '*'], ({ marked }) => marked === (value !== 'no')),
      changes: true,
    }),
  },
  note: {
    about: 'notes that contain a word; * matches any',
    term: (value) => {
      const matches = globOf(value.includes('*') ? value : `*${value}*`);
      return { test: ({ note }) => note !== '' && matches(note), changes: true };
    },
  },
};

/** What tells one message from all others: `12`, `#12`, `crm#12`. */
const LABEL = /^(?:\d+|.*#\d+)$/s;

/** `>200ms`, `<=1.5s`: by latency. */
export function latencyTerm(text: string): Term | undefined {
  const [, sign = '', limit = ''] = /^(>=?|<=?)(.*)$/s.exec(text) ?? [];
  if (sign === '') return undefined;
  const parsed = parseDuration(limit);
  if ('problem' in parsed)
    return { problem: limit === '' ? `a duration is missing after ${sign}` : parsed.problem };
  const { ms } = parsed;
  const fits = (latency: number): boolean => {
    if (sign === '>') return latency > ms;
    if (sign === '>=') return latency >= ms;
    return sign === '<' ? latency < ms : latency <= ms;
  };
  return { test: ({ latency }) => latency !== undefined && fits(latency), changes: true };
}

/** Keys that others use for what is said in another way here. */
const SAME: Readonly<Record<string, (value: string) => Term | undefined>> = {
  slower: (value) => latencyTerm(`>${value}`),
  faster: (value) => latencyTerm(`<${value}`),
  error: (value) => errorTerm(value),
  failed: (value) => errorTerm(value),
  is: (value) => KEYS['status']?.term(value),
};

/** `error:`, or `error:text` for a text in what failed. */
function errorTerm(value: string): Term {
  const sought = value.toLowerCase();
  const fails = (line: FilterLine): boolean => line.statuses().includes('error');
  return { test: (line) => fails(line) && line.text().toLowerCase().includes(sought), changes: true };
}

/** What a word with a key means. */
export function keyTerm(key: string, value: string): Term {
  const same = Object.hasOwn(SAME, key) ? SAME[key]?.(value) : undefined;
  if (same !== undefined) return same;
  const known = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
  if (known === undefined) {
    const near = closest(key, Object.keys(KEYS));
    const hint =
      near === undefined ? `to search for the text write "${key}:${value}"` : `did you mean ${near}:?`;
    return { problem: `unknown filter "${key}:"; ${hint}` };
  }
  if (value === '') return { problem: `something is missing after ${key}:` };
  return known.term(value);
}

function oneOf(value: string, values: readonly string[], test: Test): Term {
  if (values.includes(value)) return { test };
  const near = closest(value, values);
  return {
    problem: `${value} is not one of ${values.join(', ')}${near === undefined ? '' : `; did you mean ${near}?`}`,
  };
}

function isKind({ type, kind }: FilterLine['row'], value: string): boolean {
  if (value === 'response') return kind === 'result' || kind === 'error';
  if (value === 'error') return kind === 'error' || type === 'invalid';
  return (type === 'frame' ? kind : type) === value;
}

const glob = (value: string, of: (line: FilterLine) => string): Term => {
  const matches = globOf(value);
  return { test: (line) => matches(of(line)) };
};

/** Matches the whole of a text, capital and small letters alike; `*` is anything. Nothing is never matched. */
function globOf(value: string): (text: string) => boolean {
  const source = value.replace(/[\\^$.+?()[\]{}|/]/g, '\\$&').replaceAll('*', '.*');
  const pattern = guard(new RegExp(`^${source}$`, 'isu'));
  return (text) => text !== '' && pattern.test(text) === true;
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: 1e3,
  kb: 1e3,
  m: 1e6,
  mb: 1e6,
  g: 1e9,
  gb: 1e9,
};

function size(value: string, fits: (bytes: number, limit: number) => boolean): Term {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([a-z]*)$/i.exec(value) ?? [];
  const factor = UNITS[unit.toLowerCase()];
  if (digits === undefined || factor === undefined)
    return { problem: `${value} is not a size; write 500, 10k or 2M` };
  const limit = Number(digits) * factor;
  return { test: ({ row }) => fits(row.size, limit) };
}

function since(value: string): Term {
  if (value.includes('#') && LABEL.test(value)) return { test: ({ isFrom }) => isFrom(value) };
  if (value.startsWith('#')) return { problem: `${value} is not a message; write #120` };
  const parsed = parseDuration(value);
  if ('problem' in parsed) return { problem: parsed.problem };
  return { test: ({ row, now }) => row.t >= now - parsed.ms, timed: true };
}
