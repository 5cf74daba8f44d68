import { jsonOf } from '../json/json-of.ts';
import { memberTexts } from '../json/parts.ts';
import { isObject } from '../json/shape.ts';
import { canonicalText } from './canonical.ts';
import { isRead } from './item-difference.ts';
import { itemsIn, type Surface, type SurfaceItem } from './surface.ts';

/** SHA-256 of a text's UTF-8, in hexadecimal digits. */
export type Sha256 = (text: string) => string;

/** The canonical text of an item, without the members of `_meta` that no client reads: they may differ in each listing. */
export function canonicalItem({ text, raw }: SurfaceItem): string {
  const whole = text ?? jsonOf(raw);
  const kept = isObject(raw) && isObject(raw['_meta']) ? withoutVolatile(whole) : whole;
  return canonicalText(kept) ?? 'null';
}

function withoutVolatile(text: string): string {
  const members = new Map(memberTexts(text));
  const meta = (memberTexts(members.get('_meta') ?? '') ?? []).filter(([name]) => isRead(name));
  if (meta.length === 0) members.delete('_meta');
  else members.set('_meta', objectText(meta));
  return objectText([...members]);
}

const objectText = (members: readonly (readonly [string, string])[]): string =>
  `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;

/** The hash of one item. */
export const itemHash = (item: SurfaceItem, sha256: Sha256): string => sha256(canonicalItem(item));

/** The hash of everything listed, in any order: of the sorted hashes of the items, one a line. */
export const surfaceHash = (surface: Surface, sha256: Sha256): string =>
  sha256(
    itemsIn(surface)
      .map(([, item]) => itemHash(item, sha256))
      .sort()
      .join('\n'),
  );
