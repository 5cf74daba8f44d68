import { canonicalText } from '../json/canonical.ts';
import { jsonOf } from '../json/json-of.ts';
import { memberTexts } from '../json/parts.ts';
import { isObject } from '../json/shape.ts';
import type { ListName } from '../spec/methods.ts';
import { isRead } from './item-difference.ts';
import type { SurfaceItem } from './surface.ts';

/**
 * The canonical text of an item, without what may differ in each listing: the members of `_meta` that no client reads, and
 * how large and how old a resource is.
 */
export function canonicalItem(list: ListName, { text, raw }: SurfaceItem): string {
  const whole = text ?? jsonOf(raw);
  return canonicalText(isVolatile(list, raw) ? withoutVolatile(list, whole) : whole) ?? 'null';
}

/** Whether a list is of content, of which more is said than what is offered. */
const isContent = (list: ListName): boolean => list === 'resources' || list === 'resourceTemplates';

function isVolatile(list: ListName, raw: unknown): boolean {
  if (!isObject(raw)) return false;
  return isObject(raw['_meta']) || (isContent(list) && ('size' in raw || isObject(raw['annotations'])));
}

function withoutVolatile(list: ListName, text: string): string {
  const members = new Map(memberTexts(text));
  const keep = (member: string, isKept: (name: string) => boolean): void => {
    const within = memberTexts(members.get(member) ?? '');
    if (within === undefined) return;
    const kept = within.filter(([name]) => isKept(name));
    if (kept.length === 0) members.delete(member);
    else members.set(member, objectText(kept));
  };
  keep('_meta', isRead);
  if (isContent(list)) {
    keep('annotations', (name) => name !== 'lastModified');
    members.delete('size');
  }
  return objectText([...members]);
}

const objectText = (members: readonly (readonly [string, string])[]): string =>
  `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
