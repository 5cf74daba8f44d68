import type { Id } from '../spec/envelope.ts';
import { createColumn } from './column.ts';

/** Ids that are no small integers, packed: a million strings of their own would take ten times the room. */
export interface IdTexts {
  /** Keeps an id; its place. */
  add(id: Id): number;
  at(place: number): Id;
}

export function createIdTexts(): IdTexts {
  /** For each id whether it is a number, how long it is (two units, the upper first), and its UTF-16. */
  const units = createColumn(Uint16Array);
  let end = 0;
  const push = (unit: number): void => {
    units.set(end, unit);
    end += 1;
  };
  return {
    add(id) {
      const place = end;
      const text = String(id);
      push(typeof id === 'number' ? 1 : 0);
      push(text.length >>> 16);
      push(text.length & 0xffff);
      for (let at = 0; at < text.length; at += 1) push(text.charCodeAt(at));
      return place;
    },
    at(place) {
      const length = units.get(place + 1) * 0x10000 + units.get(place + 2);
      const parts: string[] = [];
      for (let at = 0; at < length; at += 1) parts.push(String.fromCharCode(units.get(place + HEAD + at)));
      return units.get(place) === 1 ? Number(parts.join('')) : parts.join('');
    },
  };
}

const HEAD = 3;
