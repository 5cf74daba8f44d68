import { andMore } from '../../../text/few.ts';
import { wordsOf } from '../../../text/name-words.ts';
import { visible } from '../../../text/visible.ts';
import type { FamilyFinding } from '../../finding.ts';
import { nounsOf } from '../../names.ts';
import type { Subject } from '../../subject.ts';
import { type CheckedTool, type Parameter, pathOf, toolsOf } from '../../tool.ts';

type Found = FamilyFinding<'two-names'>;

/** Where a parameter is. */
interface Place {
  readonly tool: CheckedTool;
  readonly parameter: Parameter;
}

/** Parameters of different tools that are the same thing by another name. */
export function twoNames({ surface }: Subject): readonly Found[] {
  const byName = new Map<string, { readonly meaning: string; readonly places: Place[] }>();
  const bare: Place[] = [];
  for (const tool of toolsOf(surface))
    for (const parameter of tool.parameters) {
      if (!parameter.isTop) continue;
      const { own } = parameter;
      let known = byName.get(own);
      if (known === undefined) {
        known = { meaning: meaningOf(own), places: [] };
        byName.set(own, known);
      }
      const place = { tool, parameter };
      known.places.push(place);
      if (known.meaning === 'id') bare.push(place);
    }
  const byMeaning = new Map<string, Map<string, readonly Place[]>>();
  for (const [own, { meaning, places }] of byName)
    byMeaning.set(meaning, (byMeaning.get(meaning) ?? new Map<string, readonly Place[]>()).set(own, places));
  return [...[...byMeaning.values()].flatMap(spelledApart), ...bareIds(bare, byMeaning)];
}

/** Words that are written short. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ...[
    ['repo', 'repository'] as const,
    ['org', 'organization'] as const,
    ['organisation', 'organization'] as const,
  ],
  ...[['msg', 'message'] as const, ['env', 'environment'] as const, ['proj', 'project'] as const],
  ...[['img', 'image'] as const, ['lang', 'language'] as const, ['lat', 'latitude'] as const],
  ...[['lng', 'longitude'] as const, ['lon', 'longitude'] as const, ['q', 'query'] as const],
  ...[['db', 'database'] as const, ['qty', 'quantity'] as const, ['doc', 'document'] as const],
]);

const meaningOf = (name: string): string =>
  wordsOf(name)
    .map((word) => SHORT.get(word) ?? word)
    .join(' ');

/** Told of the rarer name, at its first tool. In one tool two names are two things. */
function spelledApart(spellings: ReadonlyMap<string, readonly Place[]>): readonly Found[] {
  if (spellings.size < 2) return [];
  const tools = [...spellings.values()].map((places) => new Set(places.map(({ tool }) => tool)));
  if (tools.some((one, at) => tools.slice(at + 1).some((other) => [...one].some((tool) => other.has(tool)))))
    return [];
  const [usual, ...rarer] = [...spellings.values()].sort((one, other) => other.length - one.length);
  return rarer.flatMap((places) => said(places, usual ?? []));
}

/** `id` of `get_user`, which is `userId` elsewhere. */
function bareIds(
  bare: readonly Place[],
  byMeaning: ReadonlyMap<string, ReadonlyMap<string, readonly Place[]>>,
): readonly Found[] {
  return bare.flatMap((place) => {
    const noun = nounsOf(place.tool.words).at(-1);
    const others = noun === undefined ? undefined : byMeaning.get(`${noun} id`);
    const named = [...(others?.values() ?? [])].flat().filter(({ tool }) => tool !== place.tool);
    return said([place], named);
  });
}

function said(places: readonly Place[], usual: readonly Place[]): readonly Found[] {
  const [first] = places;
  const [other] = usual;
  if (first === undefined || other === undefined) return [];
  const more = (some: readonly Place[]) => andMore(some.length - 1);
  const message =
    `${visible(first.parameter.own)} of ${visible(first.tool.name)}${more(places)} is called ` +
    `${visible(other.parameter.own)} in ${visible(other.tool.name)}${more(usual)}`;
  return [{ id: 'two-names', item: first.tool.id, path: pathOf(first.parameter), message }];
}
