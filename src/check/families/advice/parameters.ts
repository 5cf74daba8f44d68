import { firstOf } from '../../../text/few.ts';
import { wordsOf } from '../../../text/name-words.ts';
import { visible } from '../../../text/visible.ts';
import type { FamilyFinding } from '../../finding.ts';
import type { Subject } from '../../subject.ts';
import { type CheckedTool, has, type Parameter, pathOf, toolsOf, typesIn } from '../../tool.ts';

type Id = 'one-letter' | 'parameter-undescribed' | 'no-bounds' | 'no-default';

/** Something that may be the matter with a parameter, in words for one and for several. */
interface Lack {
  readonly id: Id;
  readonly has: (parameter: Parameter, tool: CheckedTool) => boolean;
  readonly one: string;
  readonly several: string;
}

const LACKS: readonly Lack[] = [
  {
    id: 'one-letter',
    has: ({ own }, tool) => own.length === 1 && /\p{L}/u.test(own) && !isCoordinate(tool, own),
    one: 'is a name of one letter',
    several: 'are names of one letter',
  },
  {
    id: 'parameter-undescribed',
    has: (parameter) => parameter.description === '' && !isFixed(parameter),
    one: 'has no description',
    several: 'have no description',
  },
  {
    id: 'no-bounds',
    has: lacksBounds,
    one: 'is a number without minimum and maximum',
    several: 'are numbers without minimum and maximum',
  },
  {
    id: 'no-default',
    has: lacksDefault,
    one: 'is an optional choice without a default',
    several: 'are optional choices without a default',
  },
];

/** Names of one finding. */
const NAMED = 6;

/** What is missing at parameters, a finding for each tool with the names of all of them. */
export function parameterFindings({ surface }: Subject): readonly FamilyFinding<Id>[] {
  const found: FamilyFinding<Id>[] = [];
  for (const tool of toolsOf(surface))
    for (const lack of LACKS) {
      const meant = tool.parameters.filter((parameter) => lack.has(parameter, tool));
      const [first] = meant;
      if (first === undefined) continue;
      const names = firstOf(
        meant.map(({ name }) => visible(name)),
        NAMED,
      );
      const message = `${names} ${meant.length === 1 ? lack.one : lack.several}`;
      found.push({ id: lack.id, item: tool.id, path: pathOf(first), message });
    }
  return found;
}

/** `x` and `y` are what everybody calls them. */
const isCoordinate = ({ parameters }: CheckedTool, own: string): boolean =>
  /^[xyz]$/i.test(own) &&
  ['x', 'y'].every((name) => parameters.some((one) => one.own.toLowerCase() === name));

/** Whether there is only one value to choose. */
const isFixed = ({ parts }: Parameter): boolean =>
  parts.some(
    ({ const: only, enum: choices }) =>
      only !== undefined || (Array.isArray(choices) && choices.length === 1),
  );

/** Last words of names of numbers that cannot be just any number. */
const BOUNDED =
  /^(?:limit|page|offset|skip|take|timeout|count|depth|retries|attempts|concurrency|percent|percentage|port|month|day|hour|minute|latitude|longitude|lat|lng|lon|zoom)$/;
/** Two last words. */
const BOUNDED_PAIR = /^(?:(?:page|batch|chunk) size|per page|page (?:number|index|no)|top (?:k|p|n))$/;
/** Things that are counted, behind `max`, `num` and the like. */
const COUNTED =
  /^(?:results?|items?|rows?|records?|entries|tokens?|pages?|depth|size|length|count|retries|attempts|lines?|bytes|chars?|characters?|matches|hits|files|messages|events|documents|concurrency|redirects|iterations|steps)$/;

/** Whether a name says that there is a least or a greatest number. */
function saysBounds(own: string): boolean {
  const words = wordsOf(own);
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  if (words.includes('timeout')) return last !== 'id';
  if ((last === 'count' ? words.length === 1 : BOUNDED.test(last)) || BOUNDED_PAIR.test(`${before} ${last}`))
    return true;
  return words.length > 1 && /^(?:max|maximum|num|number|n)$/.test(words[0] ?? '') && COUNTED.test(last);
}

/** What libraries write where nobody has set a bound: the largest whole number of 32 bits, or of a double. */
const ENDLESS = 2 ** 31 - 1;

function lacksBounds(parameter: Parameter): boolean {
  const { parts, own } = parameter;
  const [only] = parts;
  if (parts.length === 1 && only?.type !== 'integer' && only?.type !== 'number' && !Array.isArray(only?.type))
    return false;
  const types = typesIn(parameter);
  if (!(types.includes('integer') || types.includes('number')) || types.includes('string')) return false;
  if (!saysBounds(own) || has(parameter, 'enum', 'const')) return false;
  return !parts.some(({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }) =>
    [minimum, maximum, exclusiveMinimum, exclusiveMaximum].some(
      (bound) => bound === true || (typeof bound === 'number' && Math.abs(bound) < ENDLESS),
    ),
  );
}

/** That a description says what happens without a value. */
const SAYS_DEFAULT =
  /\bdefaults?\b|\b(?:if|when|unless) (?:it is |it's )?(?:omitted|absent|missing|empty|unset|(?:not )?(?:given|set|specified|provided))\b|\b(?:omit|leave (?:it )?(?:out|empty|blank)|otherwise|optional filter)\b/i;

function lacksDefault(parameter: Parameter): boolean {
  const { parts, isTop, isRequired, description } = parameter;
  if (!isTop || isRequired || !has(parameter, 'enum', 'const') || has(parameter, 'default')) return false;
  if (typesIn(parameter).includes('null')) return false;
  const choices = parts.flatMap(({ enum: list, const: one }) => [
    ...(Array.isArray(list) ? list : []),
    ...(one === undefined ? [] : [one]),
  ]);
  if (choices.length < 2 || choices.includes(null) || choices.every((one) => typeof one === 'boolean'))
    return false;
  return !SAYS_DEFAULT.test(description);
}
