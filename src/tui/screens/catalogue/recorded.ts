import { memberText } from '../../../json/parts.ts';
import { isObject } from '../../../json/shape.ts';
import type { Log } from '../../../session/log.ts';
import { LIST_NAMES, LISTS, type ListName } from '../../../spec/methods.ts';

/** The newest call of an item in a recording. */
export interface RecordedCall {
  /** The seq of its request, which has an answer. */
  readonly seq: number;
  /** The exact JSON text of its arguments. */
  readonly arguments: string;
}

/** The newest calls in a recording, by list and name of what was called. */
export type RecordedCalls = Readonly<Record<string, RecordedCall>>;

/** Names an item in {@link RecordedCalls}. */
export const recordedKey = (list: ListName, name: string): string => `${list} ${name}`;

/** How many calls are looked at, the newest first: each may have to be read from the file. */
const LOOKED_AT = 10_000;

/** Finds the newest call of each item that got an answer, among the newest calls of a log. */
export function recordedCalls(log: Log): RecordedCalls {
  const found: Record<string, RecordedCall> = {};
  let left = LOOKED_AT;
  for (let place = log.lines.length - 1; place >= 0 && left > 0; place--) {
    const seq = log.lines.at(place);
    const { kind, dir, method = '', answer } = log.row(seq) ?? {};
    const list = LIST_NAMES.find((one) => LISTS[one].use === method);
    if (kind !== 'request' || dir !== 'c2s' || answer === undefined || list === undefined) continue;
    left -= 1;
    const params = memberText(log.text(seq) ?? '', 'params');
    const name = params === undefined ? undefined : nameIn(params, LISTS[list].key);
    const key = recordedKey(list, name ?? '');
    if (params === undefined || name === undefined || Object.hasOwn(found, key)) continue;
    found[key] = { seq, arguments: memberText(params, 'arguments') ?? '{}' };
  }
  return found;
}

function nameIn(params: string, member: string): string | undefined {
  const value: unknown = JSON.parse(params);
  const name = isObject(value) ? value[member] : undefined;
  return typeof name === 'string' ? name : undefined;
}
