import { type ListCost, listCosts, tokenRange } from '../../clients/cost.ts';
import { namelessWords } from '../../clients/crossing-words.ts';
import { LISTS } from '../../spec/methods.ts';
import type { SurfaceItem } from '../../surface/surface.ts';
import { bytes, counted, thousands } from '../../text/measure.ts';
import { visible } from '../../text/visible.ts';
import { excerpt, type Mask, unmasked } from '../excerpt.ts';
import { type CheckRules, type Family, type FamilyFinding, ofFamily } from '../finding.ts';
import { type CheckedTool, toolsOf } from '../tool.ts';

type CostRule = 'list' | 'large-tool' | 'repeats';

const RULES: CheckRules<CostRule> = {
  list: {
    level: 'note',
    says: 'What a model reads of the list of tools, in bytes and a range of tokens: tokenizers differ.',
    fix: 'Begin with the largest tools, and leave out what a model does not need to choose and to call.',
  },
  'large-tool': {
    level: 'note',
    says: 'A tool that is far larger than the others, or than 8 KB.',
    fix: 'Say what a model needs to call it, and move the rest into a resource or an answer.',
  },
  repeats: {
    level: 'note',
    says: 'The same sentences in several tools, which a model reads each time.',
    fix: 'Say it once, in the instructions of the server or in a resource.',
  },
};

/** What the list of tools costs a model: `cost/*`. */
export const COST: Family = {
  name: 'cost',
  about:
    'What the list of tools takes of the context of a model. Tokens are a range, bytes ÷ 4.5 to bytes ÷ 2.5.',
  rules: RULES,
  find: (subject) => {
    const tools = subject.surface.lists.tools ?? [];
    if (tools.length === 0) return [];
    const programs = subject.clients.filter(({ kind }) => kind === 'client');
    const asked = programs.length === 0 ? subject.clients : programs;
    const costs = listCosts(asked, subject.surface, subject.server).toSorted(
      (one, other) => one.bytes - other.bytes,
    );
    const sizes = sizesOf(tools, costs.at(-1));
    return ofFamily('cost', RULES, [
      ...listCost(costs, sizes),
      ...largeTools(sizes),
      ...repeats(toolsOf(subject.surface), subject.mask ?? unmasked),
    ]);
  },
};

/** A range in round numbers, for it is no count. */
function tokens(least: number, most: number = least): string {
  const round = (count: number): string => {
    const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
    return thousands(Math.round(count / unit) * unit);
  };
  return `some ${round(tokenRange(least)[0])} to ${round(tokenRange(most)[1])} tokens`;
}

/** @param costs the least first */
function listCost(costs: readonly ListCost[], sizes: readonly Sized[]): readonly FamilyFinding<'list'>[] {
  const [least, most] = [costs[0], costs.at(-1)];
  if (least === undefined || most === undefined) return [];
  const isOne = bytes(least.bytes) === bytes(most.bytes);
  const size = isOne
    ? bytes(most.bytes)
    : `${bytes(least.bytes)} (${least.client.name}) to ${bytes(most.bytes)} (${most.client.name})`;
  const largest = sizes.slice(0, LARGEST).map(({ name, size: own }) => `${visible(name)} (${bytes(own)})`);
  const which = sizes.length > LARGEST ? `; the largest are ${largest.join(', ')}` : '';
  const message = `the list of ${counted(sizes.length, 'tool')} takes ${size} of a model's context, ${tokens(least.bytes, most.bytes)}${which}`;
  return [{ id: 'list', item: 'server', path: '', message }];
}

/** Tools that are named with the list. */
const LARGEST = 3;

interface Sized {
  /** What stands for it where there is none. */
  readonly name: string;
  readonly size: number;
}

/** The tools with what each takes, the largest first. */
const sizesOf = (tools: readonly SurfaceItem[], cost: ListCost | undefined): readonly Sized[] =>
  tools
    .map((tool, at): Sized => ({ name: tool.name || namelessWords(at + 1), size: cost?.tools[at] ?? 0 }))
    .sort((one, other) => other.size - one.size);

/** Bytes of a tool that is large by itself, and of one that is beside small ones. */
const LARGE = 8_000;
const LARGE_BESIDE = 2_000;
const TIMES = 4;
const TOLD = 10;

function largeTools(sizes: readonly Sized[]): readonly FamilyFinding<'large-tool'>[] {
  const all = sizes.reduce((sum, { size }) => sum + size, 0);
  const usual = sizes[Math.floor(sizes.length / 2)]?.size ?? 0;
  return sizes
    .filter(({ size }) => size >= LARGE || (size >= LARGE_BESIDE && size >= usual * TIMES))
    .slice(0, TOLD)
    .map(({ name, size }) => {
      const whole = sizes.length === 1 ? '' : `; all ${sizes.length} tools take ${bytes(all)}`;
      return {
        id: 'large-tool',
        item: `${LISTS.tools.noun}:${name}`,
        path: '',
        message: `${visible(name)} takes ${bytes(size)} of a model's context, ${tokens(size)}${whole}`,
      };
    });
}

/** Characters of a sentence that is worth a word, and of a parameter's text that is looked through, tools that it is in, and bytes that are read in vain. */
const SENTENCE = 40;
const LONG_TEXT = 80;
const SEVERAL = 3;
const WASTED = 500;

function repeats(tools: readonly CheckedTool[], mask: Mask): readonly FamilyFinding<'repeats'>[] {
  const known = new Map<string, number>();
  // Texts of parameters are mostly those of another tool, word by word.
  const split = new Map<string, readonly string[]>();
  for (const { description, parameters } of tools) {
    const own = new Set<string>();
    const add = (text: string, least: number): void => {
      if (text.length < least) return;
      let sentences = split.get(text);
      if (sentences === undefined) {
        sentences = sentencesOf(text);
        split.set(text, sentences);
      }
      for (const one of sentences) own.add(one);
    };
    add(description, SENTENCE);
    for (const parameter of parameters) add(parameter.description, LONG_TEXT);
    for (const sentence of own) known.set(sentence, (known.get(sentence) ?? 0) + 1);
  }
  const again = [...known]
    .filter(([, count]) => count >= SEVERAL)
    .map(([sentence, count]) => ({ sentence, count, wasted: sentence.length * (count - 1) }))
    .sort((one, other) => other.wasted - one.wasted);
  const wasted = again.reduce((sum, one) => sum + one.wasted, 0);
  const [first] = again;
  if (first === undefined || wasted < WASTED) return [];
  const shown = excerpt(first.sentence, 60, mask);
  const others = again.length > 1 ? `, and ${counted(again.length - 1, 'other sentence')}` : '';
  const message = `${bytes(wasted)} of the descriptions are repeated text: "${shown}" in ${first.count} tools${others}`;
  return [{ id: 'repeats', item: 'server', path: '', message }];
}

/** A sentence ends before a blank, a line with itself. */
const END = /[.!?]\s|\n/g;

function sentencesOf(text: string): readonly string[] {
  const found: string[] = [];
  let from = 0;
  const add = (to: number): void => {
    const sentence = to - from < SENTENCE ? '' : text.slice(from, to).trim();
    if (sentence.length >= SENTENCE) found.push(sentence);
    from = to;
  };
  if (text.search(END) < 0) return [text.trim()];
  for (const { index } of text.matchAll(END)) add(index + 1);
  add(text.length);
  return found;
}
