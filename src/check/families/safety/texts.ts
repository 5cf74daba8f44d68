import { jsonOf } from '../../../json/json-of.ts';
import { further, type Path, pointerOf, stepsTo, type Trail } from '../../../json/path.ts';
import { isObject } from '../../../json/shape.ts';
import { counted } from '../../../text/measure.ts';
import { visible } from '../../../text/visible.ts';
import { type Mask, unmasked } from '../../excerpt.ts';
import type { FamilyFinding } from '../../finding.ts';
import { placeName } from '../../place-name.ts';
import { type ItemId, itemIds, type Subject } from '../../subject.ts';
import { encodedIn, mayBeEncoded } from './encoded.ts';
import { hiddenIn } from './hidden.ts';
import { mayHoldSecret, secretIn } from './secrets.ts';
import type { TextFault } from './text-fault.ts';
import { mayGiveOrders, wordsToModel } from './words-to-model.ts';

type Id = 'hidden-characters' | 'words-to-model' | 'encoded-text' | 'secret';
type Found = FamilyFinding<Id>;

/** What is looked for, in the order in which it is told. */
interface Look {
  readonly id: Id;
  readonly in: (text: string, mask: Mask) => TextFault | undefined;
  /** Whether it may be in the JSON text of an item, at a glance: in most it is not. */
  readonly mayBeIn: (json: string) => boolean;
}

const LOOKS: readonly Look[] = [
  { id: 'hidden-characters', in: hiddenIn, mayBeIn: (json) => !ASCII.test(json) },
  { id: 'words-to-model', in: wordsToModel, mayBeIn: (json) => mayGiveOrders(json.toLowerCase()) },
  { id: 'encoded-text', in: encodedIn, mayBeIn: mayBeEncoded },
  { id: 'secret', in: secretIn, mayBeIn: mayHoldSecret },
];

const ASCII = /^[\x20-\x7e\t\r\n]*$/;
/** It may be anything. */
const ESCAPED = /\\[ubf/]/;

const looksAt = (json: string): readonly Look[] =>
  ESCAPED.test(json) ? LOOKS : LOOKS.filter(({ mayBeIn }) => mayBeIn(json));

/** Everything in the texts of all items, names of members too, and in what the server says of itself. */
export function textFindings({ surface, mask = unmasked }: Subject): readonly Found[] {
  const { server, instructions } = surface;
  const itself = {
    ...(server === undefined ? {} : { serverInfo: server }),
    ...(instructions === undefined ? {} : { instructions }),
  };
  return [
    ...findingsIn('server', 'the server', itself, LOOKS, mask),
    ...itemIds(surface).flatMap(([id, { name, raw, text }]) => {
      const looks = looksAt(text ?? jsonOf(raw));
      return looks.length === 0
        ? []
        : findingsIn(id, visible(name || id.replace(':', ' ')), raw, looks, mask);
    }),
  ];
}

interface Place {
  readonly trail: Trail | undefined;
  readonly isName: boolean;
  readonly fault: TextFault;
}

/** One finding of each kind, at its first place. */
function findingsIn(
  item: ItemId,
  name: string,
  raw: unknown,
  looks: readonly Look[],
  mask: Mask,
): readonly Found[] {
  const places = new Map<Id, Place[]>();
  eachText(raw, undefined, 0, (text, trail, isName) => {
    for (const { id, in: look } of looks) {
      const fault = look(text, mask);
      if (fault === undefined || (id === 'encoded-text' && isBinary(trail))) continue;
      const known = places.get(id);
      if (known === undefined) places.set(id, [{ trail, isName, fault }]);
      else known.push({ trail, isName, fault });
    }
  });
  return [...places].flatMap(([id, found]): readonly Found[] => {
    // The worst of them is told.
    const first = found.find(({ fault }) => fault.level === 'error') ?? found[0];
    if (first === undefined) return [];
    const steps = stepsTo(first.trail);
    const more = found.length === 1 ? '' : `, and so it does in ${counted(found.length - 1, 'other place')}`;
    const { level } = first.fault;
    return [
      {
        id,
        item,
        path: pointerOf(steps),
        ...(level === undefined ? {} : { level }),
        message: `${name} ${first.fault.says} ${placeWords(steps, first.isName)}${more}`,
      },
    ];
  });
}

type Visit = (text: string, trail: Trail | undefined, isName: boolean) => void;

/** Values nested deeper are not looked at. */
const DEEPEST = 100;

function eachText(value: unknown, trail: Trail | undefined, depth: number, visit: Visit): void {
  if (typeof value === 'string') {
    visit(value, trail, false);
  } else if (typeof value === 'object' && value !== null && depth < DEEPEST) {
    if (Array.isArray(value)) {
      for (const [at, one] of value.entries())
        if (holdsText(one)) eachText(one, further(trail, at), depth + 1, visit);
    } else if (isObject(value)) {
      for (const name in value) {
        const inner = value[name];
        const isOdd = name.length > LONG_NAME || !/^[\w$.-]*$/.test(name);
        if (!isOdd && !holdsText(inner)) continue;
        const way = further(trail, name);
        if (isOdd) visit(name, way, true);
        eachText(inner, way, depth + 1, visit);
      }
    }
  }
}

const holdsText = (value: unknown): boolean =>
  typeof value === 'string' || (typeof value === 'object' && value !== null);

/** Characters of names in which more than a name may stand. */
const LONG_NAME = 20;

/** Pictures are meant to be encoded, and `_meta` is no text for a model. */
const isBinary = (trail: Trail | undefined): boolean =>
  stepsTo(trail).some((step) => step === 'icons' || step === '_meta');

/** `in its description`, `in the enum of status`. */
function placeWords(steps: Path, isName: boolean): string {
  const [member] = steps;
  const keyword = steps.findLast((step) => typeof step === 'string') ?? '';
  if (isName) return 'in the name of a member';
  if (member !== 'inputSchema' && member !== 'outputSchema') return `in its ${visible(String(keyword))}`;
  return `in the ${visible(String(keyword))} of ${placeName(member, steps.slice(1))}`;
}
