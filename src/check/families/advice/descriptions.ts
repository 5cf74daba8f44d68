import { isObject } from '../../../json/shape.ts';
import { LISTS } from '../../../spec/methods.ts';
import type { SurfaceItem } from '../../../surface/surface.ts';
import { firstOf } from '../../../text/few.ts';
import { wordsOf } from '../../../text/name-words.ts';
import { visible } from '../../../text/visible.ts';
import { memoOf } from '../../../time/memo.ts';
import type { FamilyFinding } from '../../finding.ts';
import { nounsOf, stemOf } from '../../names.ts';
import type { Subject } from '../../subject.ts';
import { type CheckedTool, toolsOf } from '../../tool.ts';

type Id =
  | 'no-description'
  | 'repeats-name'
  | 'same-description'
  | 'short-description'
  | 'parameter-undescribed';

/** Descriptions of tools and prompts that are missing, or say too little. */
export function descriptionFindings({ surface }: Subject): readonly FamilyFinding<Id>[] {
  const tools = toolsOf(surface);
  const said = sameDescriptions(tools);
  const stems = new Map<string, string>();
  return [
    ...tools.flatMap((tool): readonly FamilyFinding<Id>[] => {
      const { id: item, name, description } = tool;
      const path = '/description';
      const its = visible(name);
      if (description.trim() === '')
        return [{ id: 'no-description', item, path: '', message: `${its} has no description` }];
      if (description.length < LONG) {
        const more = newWords(tool, stems);
        if (more === 0)
          return [
            {
              id: 'repeats-name',
              item,
              path,
              message: `the description of ${its} says no more than its name`,
            },
          ];
        const other = more > 1 || description.length > SHORT ? undefined : similarTo(tool, tools);
        if (other !== undefined)
          return [
            {
              id: 'short-description',
              item,
              path,
              message: `the description of ${its} is too short to tell it apart from ${visible(other.name)}`,
            },
          ];
      }
      const others = said.get(tool) ?? [];
      if (others.length === 0) return [];
      const message = `${its} has the same description as ${firstOf(
        others.map((one) => visible(one.name)),
        3,
      )}`;
      return [{ id: 'same-description', item, path, message }];
    }),
    ...(surface.lists.prompts ?? []).flatMap(promptFindings),
  ];
}

/** Characters of a description that may say no more than a name, and of one that is called short. */
const LONG = 120;
const SHORT = 30;

/** Words that say nothing of what is meant. */
const FILLER: ReadonlySet<string> = new Set(
  `a an the all any some of for to in on by with from at as and or this that these it its is are be will can you your given
  specified provided tool function method endpoint api call calls use used using uses allows lets let data information`.split(
    /\s+/,
  ),
);

/** How many words of a description are not in the name; after two they are enough. */
function newWords({ words, description }: CheckedTool, stems: Map<string, string>): number {
  const stemIn = (word: string): string => {
    const stem = stems.get(word) ?? stemOf(word);
    stems.set(word, stem);
    return stem;
  };
  const known = new Set(words.map(stemIn));
  let count = 0;
  for (const [piece] of description.matchAll(/[\p{L}\d]+/gu))
    for (const word of /[a-z][A-Z]/.test(piece) ? wordsOf(piece) : [piece.toLowerCase()]) {
      if (FILLER.has(word)) continue;
      const stem = stemIn(word);
      if (known.has(stem)) continue;
      known.add(stem);
      count += 1;
      if (count === 2) return count;
    }
  return count;
}

/** Tools by the things that their names are about. */
const toolsByNoun = memoOf((tools: readonly CheckedTool[]): ReadonlyMap<string, readonly CheckedTool[]> => {
  const byNoun = new Map<string, CheckedTool[]>();
  for (const tool of tools)
    for (const noun of new Set(nounsOf(tool.words))) {
      const known = byNoun.get(noun);
      if (known === undefined) byNoun.set(noun, [tool]);
      else known.push(tool);
    }
  return byNoun;
});

/** Tools with a thing in common that are compared. */
const COMPARED = 50;

/** Another tool about the same things. */
function similarTo(tool: CheckedTool, tools: readonly CheckedTool[]): CheckedTool | undefined {
  const own = nounsOf(tool.words);
  const [first] = own;
  if (first === undefined) return undefined;
  return toolsByNoun(tools)
    .get(first)
    ?.slice(0, COMPARED)
    .find(({ name, words }) => {
      if (name === tool.name) return false;
      const theirs = nounsOf(words);
      return own.every((noun) => theirs.includes(noun));
    });
}

/** The tools that have the same description as another one, with those others. */
function sameDescriptions(tools: readonly CheckedTool[]): ReadonlyMap<CheckedTool, readonly CheckedTool[]> {
  const byText = new Map<string, CheckedTool[]>();
  for (const tool of tools) {
    const text = tool.description.trim();
    const known = byText.get(text);
    if (known === undefined) byText.set(text, [tool]);
    else if (known.every(({ name }) => name !== tool.name)) known.push(tool);
  }
  const same = [...byText.values()].filter((group) => group.length > 1);
  return new Map(
    same.flatMap((group) => group.map((tool) => [tool, group.filter((one) => one !== tool)] as const)),
  );
}

function promptFindings({ name, description, raw }: SurfaceItem): readonly FamilyFinding<Id>[] {
  const item = `${LISTS.prompts.noun}:${name}`;
  const given = isObject(raw) && Array.isArray(raw['arguments']) ? raw['arguments'] : [];
  const bare = given.flatMap((one: unknown, at) =>
    isObject(one) && (typeof one['description'] !== 'string' || one['description'].trim() === '')
      ? [{ at, name: String(one['name'] ?? at) }]
      : [],
  );
  const [first] = bare;
  return [
    ...(description.trim() === ''
      ? ([
          {
            id: 'no-description',
            level: 'note',
            item,
            path: '',
            message: `the prompt ${visible(name)} has no description`,
          },
        ] as const)
      : []),
    ...(first === undefined
      ? []
      : ([
          {
            id: 'parameter-undescribed',
            item,
            path: `/arguments/${first.at}`,
            message: `${firstOf(
              bare.map((one) => visible(one.name)),
              5,
            )} ${bare.length === 1 ? 'has' : 'have'} no description`,
          },
        ] as const)),
  ];
}
