import { firstOf } from '../../../text/few.ts';
import { wordsOf } from '../../../text/name-words.ts';
import { visible } from '../../../text/visible.ts';
import type { FamilyFinding } from '../../finding.ts';
import type { Subject } from '../../subject.ts';
import { has, type Parameter, pathOf, toolsOf, typesIn } from '../../tool.ts';

/** Parameters of any text whose description lists the texts that are meant. */
export function choicesInWords({ surface }: Subject): readonly FamilyFinding<'choices-in-words'>[] {
  const found: FamilyFinding<'choices-in-words'>[] = [];
  for (const { id: item, parameters } of toolsOf(surface))
    for (const parameter of parameters) {
      if (!mayList(parameter.description) || !isFreeText(parameter)) continue;
      // `either path or url` is about parameters.
      const others = new Set(parameters.map(({ own }) => own));
      const choices = choicesIn(parameter.description, isOneOfFew(parameter.own), others);
      if (choices.length < 2) continue;
      const message = `${visible(parameter.name)} takes any text, but its description lists the choices: ${firstOf(choices.map(visible), 6)}`;
      found.push({ id: 'choices-in-words', item, path: pathOf(parameter), message });
    }
  return found;
}

/** Whether there may be a list in a description, at a glance. */
const mayList = (description: string): boolean => /[,|/]|\s(?:or|and)\s/i.test(description);

function isFreeText(parameter: Parameter): boolean {
  const types = typesIn(parameter);
  if (!types.includes('string') || types.some((type) => type !== 'string' && type !== 'null')) return false;
  return !has(parameter, 'enum', 'const', 'pattern', 'format');
}

/** Descriptions are looked through so far. */
const LONGEST = 1_000;

const QUOTED =
  String.raw`(?:"[^"\s]{1,40}"|'[^'\s]{1,40}'|` + String.raw`\x60[^\x60\s]{1,40}\x60|“[^”\s]{1,40}”)`;
const BARE = '[A-Za-z0-9][A-Za-z0-9_.-]{0,30}(?<!\\.)';
const COMMA = String.raw`\s{0,3}(?:,\s{0,3}(?:or\s|and\s)?|\||/|\bor\b|\band\b)\s{0,3}`;

const listOf = (one: string, most = 40): string => `${one}(?:${COMMA}${one}){1,${most}}`;

/** Words that can only be followed by all the choices there are. */
const LEAD = String.raw`(?:\bone of(?: the following)?(?: values)?|\b(?:allowed|valid|possible|accepted|supported|permitted) (?:values?|options?|choices?)(?: are| include)?|\b(?:values?|options?|choices?)(?: are)?(?=\s{0,3}:)|\beither)`;

/** After a lead they may be bare, up to the end of the sentence; with quotes they tell themselves. */
const LED = new RegExp(
  String.raw`${LEAD}\s{0,3}:?\s{0,3}[([]?\s{0,3}(${listOf(QUOTED)}|${listOf(BARE)}(?=\s{0,3}(?:[.;)\]\n]|$|\()))`,
  'i',
);
const QUOTED_LIST = new RegExp(
  String.raw`(?=["'\x60“])(?<!${QUOTED}\s{0,3},?\s{0,3})(${QUOTED}(?:\s{0,3}(?:,|\||/)\s{0,3}${QUOTED}){0,40}\s{0,3},?\s{0,3}(?:\bor\b|\|)\s{0,3}${QUOTED})(?=\s{0,3}(?:[.;)\]\n(]|$))`,
  'i',
);
const PIPED = /(?:^|[\s(:[])([a-z][a-z0-9_-]{0,30}(?:\s?\|\s?[a-z][a-z0-9_-]{0,30}){1,40})(?=$|[\s).,\]])/;

/** Last words of names of which there are only a few values, so that a bare list is all of them. */
const FEW =
  /^(?:status|state|type|kind|mode|format|order|sort|direction|priority|level|severity|unit|units|visibility|role|method|strategy|granularity|interval|period|resolution|environment|orientation|alignment|encoding)$/;

const isOneOfFew = (own: string): boolean => FEW.test(wordsOf(own).at(-1) ?? '');

const WORD = '(?:[a-z][a-z0-9_-]{0,20}|[A-Z][A-Z0-9_-]{1,20})';
/** In parentheses, behind a colon, or all that is said. */
const BARE_LIST = new RegExp(
  String.raw`(?:^|[(:]\s{0,3})(${WORD}(?:\s{0,3},\s{0,3}${WORD}){0,20}(?:\s{0,3},?\s{1,3}or\s{1,3}|\s{0,3},\s{0,3}|\s{0,3}/\s{0,3})${WORD})\s{0,3}(?=[).;]|$)`,
);

/** That it is only some of them. */
const EXAMPLES =
  /(?:\be\.?g\.?|\bsuch as|\blike|\bfor example|\bexamples?:?|\bfor instance|\bi\.?e\.?)[\s,:(]{0,4}$/i;
/** Before words that are of something else: `required for "a" or "b"`. */
const ELSEWHERE =
  /\b(?:from|by|for|with|in|see|using|via|when|of|calls?|only|the|if|is|and|or|than)[\s(]{0,3}$/i;
const OPEN_END = /^[\s,)"'`]{0,4}(?:etc\b|\.\.\.|…|and (?:so on|others|more)|or (?:any|another|other))/i;

function choicesIn(description: string, areFew: boolean, others: ReadonlySet<string>): readonly string[] {
  const text = description.slice(0, LONGEST);
  for (const pattern of areFew ? [LED, QUOTED_LIST, PIPED, BARE_LIST] : [LED, QUOTED_LIST, PIPED]) {
    const match = pattern.exec(text);
    const list = match?.[1];
    if (match === null || list === undefined) continue;
    const start = match.index + match[0].indexOf(list);
    if (EXAMPLES.test(text.slice(Math.max(0, match.index - 20), start))) continue;
    if (pattern === QUOTED_LIST && ELSEWHERE.test(text.slice(Math.max(0, start - 20), start))) continue;
    if (OPEN_END.test(text.slice(start + list.length))) continue;
    const words = list.split(new RegExp(COMMA, 'i')).map((word) => word.replace(/^["'`“]|["'`”]$/g, ''));
    const choices = [...new Set(words.filter((word) => word !== ''))];
    if (choices.length > 1 && !choices.some((one) => NO_CHOICE.test(one) || others.has(one))) return choices;
  }
  return [];
}

/** What a list of choices does not have. */
const NO_CHOICE =
  /^(?:the|a|an|more|of|one|both|name|id|ids|it|this|that|these|its|etc|others?|path|url|uri|text|string|number)$|^\W|[^\w.+/-]/i;
