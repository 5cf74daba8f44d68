import { type JsonObject, typeName } from '../json/shape.ts';
import { urlOf } from '../text/url.ts';
import { isStrict, type StrictDocument } from './strict-clients.ts';

/** Reports what is wrong with a document. */
export type ReportProblem = (rule: string, message: string) => void;

/**
 * The members of an authorization document, read as what they are meant to be. What had to be guessed is reported at
 * the end, together with the clients that would not guess.
 */
export interface MemberReader {
  text(name: string): string | undefined;
  texts(name: string): readonly string[] | undefined;
  number(name: string): number | undefined;
  is(name: string): boolean;
  /** A URL; a relative one is resolved against that of the document. */
  url(name: string): string | undefined;
  /** Notes those of these members that are missing. */
  missing(...names: readonly string[]): void;
  /** Reports all that was odd. */
  report(note: ReportProblem): void;
}

/** @param base the URL of the document */
export function membersOf(document: StrictDocument, value: JsonObject, base: string): MemberReader {
  /** What is odd, with the names of the members. */
  const odd = new Map<string, string[]>();
  const note = (name: string, what: string): void => {
    odd.set(what, [...(odd.get(what) ?? []), name]);
  };
  const nulls = Object.keys(value).filter((name) => value[name] === null);
  for (const name of nulls) note(name, NULL);

  const trimmed = (name: string, text: string): string => {
    const bare = text.trim();
    if (bare !== text) note(name, 'written with spaces around it');
    return bare;
  };

  const text = (name: string): string | undefined => {
    const member = value[name];
    if (member === undefined || member === null || member === '') return undefined;
    if (typeof member === 'string') return trimmed(name, member);
    const only: unknown = Array.isArray(member) && member.length === 1 ? member[0] : member;
    note(name, `${typeName(member)} instead of a string`);
    return typeof only === 'string' || typeof only === 'number' ? String(only).trim() : undefined;
  };

  return {
    text,
    texts(name) {
      const member = value[name];
      if (member === undefined || member === null) return undefined;
      if (typeof member === 'string') {
        note(name, 'a string instead of an array');
        return member.split(/[\s,]+/).filter((word) => word !== '');
      }
      const items: readonly unknown[] | undefined = Array.isArray(member) ? member : undefined;
      const found = items?.filter((item): item is string => typeof item === 'string');
      if (items === undefined) note(name, `${typeName(member)} instead of an array`);
      else if (found?.length !== items.length) note(name, 'an array with items that are no strings');
      return found?.map((item) => trimmed(name, item)).filter((item) => item !== '');
    },
    number(name) {
      const member = value[name];
      if (member === undefined || member === null) return undefined;
      const number = typeof member === 'string' && member.trim() !== '' ? Number(member) : member;
      const isGood = typeof number === 'number' && Number.isFinite(number) && number >= 0;
      if (typeof member !== 'number') note(name, `${typeName(member)} instead of a number`);
      else if (!isGood) note(name, 'a number out of range');
      return isGood ? number : undefined;
    },
    is(name) {
      const member = value[name];
      if (member !== undefined && member !== null && typeof member !== 'boolean')
        note(name, `${typeName(member)} instead of true or false`);
      return member === true;
    },
    url(name) {
      const found = text(name);
      if (found === undefined || urlOf(found) !== undefined) return found;
      const resolved = /^[/.]/.test(found) ? urlOf(found, base) : undefined;
      if (resolved === undefined) return found;
      note(name, 'a relative URL instead of an absolute one');
      return resolved.href;
    },
    missing(...names) {
      for (const name of names) if (value[name] === undefined) note(name, MISSING);
    },
    report(take) {
      for (const [what, names] of odd) {
        const strict = names.some((name) => isStrict(document, name, value[name]));
        const who = strict ? ` — ${SDK}` : '';
        const are = names.length === 1 ? 'is' : /^an? /.test(what) ? 'are each' : 'are';
        take('auth/member', `${document}: ${list(names)} ${are} ${what}${who}`);
      }
    },
  };
}

const NULL = 'null instead of left out';
const MISSING = 'missing';

/** The clients that would not guess. */
export const SDK = 'clients built on the official TypeScript SDK refuse it';

const list = (names: readonly string[]): string => {
  const shown = names.length > 6 ? [...names.slice(0, 5), `${names.length - 5} more`] : names;
  return shown.length === 1 ? String(shown[0]) : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
};
