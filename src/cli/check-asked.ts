import { checkRules } from '../check/check.ts';
import { meansRule } from '../check/pattern.ts';
import type { Demand } from '../check/verdict.ts';
import type { Client } from '../clients/client.ts';
import { CLIENTS, clientNamed } from '../clients/clients.ts';
import { readSuppressions } from '../settings/suppressions.ts';
import { SEVERITIES } from '../spec/rule.ts';
import { few } from '../text/few.ts';
import { closest, nearest } from '../text/suggest.ts';
import { visible } from '../text/visible.ts';
import { insistOnClient } from './client-named.ts';
import { UsageError } from './exit.ts';
import type { Job } from './job.ts';
import { pairGiven } from './options.ts';

/** What the options ask of a check. */
export interface CheckAsked {
  readonly demand: Demand;
  readonly clients: readonly Client[];
  /** The one that is asked about because it is connected as, where no other is named. */
  readonly alone?: Client;
}

/** Reads the options; throws a UsageError that names what is not known, and what is. */
export function askedOf(job: Job): CheckAsked {
  const { options } = job;
  const rules = [...checkRules().keys()];
  // Who connects as a client wants to know what that client makes of it.
  const alone = options.as !== undefined && options.for.length === 0 ? clientNamed(options.as) : undefined;
  const levels = options.rule.map((text) => {
    const [word, level] = pairGiven('rule', 'ID=off|note|warning|error', text);
    insistOnRule('--rule', word, rules);
    const known = [...SEVERITIES, 'off' as const].find((one) => one === level);
    if (known !== undefined) return [word, known] as const;
    throw new UsageError(`--rule ${word}: "${level}" is not one of off, note, warning, error`);
  });
  return {
    demand: {
      levels,
      suppressions: suppressionsFor(job, rules),
      failOn: failOnOf(options.failOn ?? usual(job), rules),
    },
    clients: alone === undefined ? clientsOf(options.for) : [alone],
    ...(alone === undefined ? {} : { alone }),
  };
}

/** The rows of `.mcp-loupe.json`. A mistake in it is an error: nobody would know what is suppressed. */
function suppressionsFor({ io }: Job, rules: readonly string[]): Demand['suppressions'] {
  const { path, rows, problems, remarks } = readSuppressions(io.cwd);
  for (const remark of few(remarks)) io.err(visible(`mcp-loupe: ${remark}`));
  if (problems.length > 0) throw new UsageError(few(problems).join('\n'));
  for (const { rule, place } of rows) insistOnRule(`${path}: check.${place}.rule`, rule, rules);
  return rows.map((row) =>
    row.client === undefined
      ? row
      : { ...row, client: insistOnClient(`${path}: check.${row.place}.client`, row.client).id },
  );
}

/** What ends with exit code 5 where nobody says it: who names a lock wants nothing else. */
const usual = ({ options }: Job): string => (options.lock === undefined ? 'error' : 'error,lock');

function failOnOf(text: string, rules: readonly string[]): Demand['failOn'] {
  const words = wordsIn(text);
  if (words.includes('never') && words.length > 1)
    throw new UsageError(`--fail-on: never cannot be combined with other words, as in "${text}"`);
  const isLevel = (word: string) => SEVERITIES.some((level) => level === word);
  const others = words.filter((word) => !isLevel(word) && word !== 'never');
  for (const word of others) insistOnRule('--fail-on', word, rules, [...SEVERITIES, 'never']);
  // Of several levels the lightest has the others in it.
  return { level: SEVERITIES.findLast((level) => words.includes(level)), words: others };
}

const wordsIn = (text: string): readonly string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** The clients that are asked about: all but the profiles, where none is named. */
function clientsOf(words: readonly string[]): readonly Client[] {
  if (words.length === 0) return CLIENTS.filter(({ kind }) => kind !== 'profile');
  const named = words.flatMap(wordsIn).map((word) => insistOnClient('--for', word));
  return CLIENTS.filter((client) => named.includes(client));
}

/** A word that means no rule is a mistake: what it was meant for would pass unseen. */
function insistOnRule(
  place: string,
  word: string,
  rules: readonly string[],
  others: readonly string[] = [],
): void {
  if (rules.some((rule) => meansRule(word, rule))) return;
  const families = [...new Set(rules.map((rule) => rule.slice(0, rule.indexOf('/'))))].sort();
  const [family = ''] = word.split('/');
  // Of a family that there is, the rule is what was mistyped.
  const inFamily = rules.filter((rule) => rule.startsWith(`${family}/`));
  const near = closest(word, inFamily.length > 0 ? inFamily : [...others, ...families, ...rules]);
  const likely = near === undefined ? nearest(word, inFamily, 3) : [near];
  const other = likely.length === 0 ? closest(family, families) : likely.join(' or ');
  const hint = other === undefined ? '' : `did you mean ${other}? `;
  const known = [...others, ...families].join(', ');
  throw new UsageError(
    `${place}: no rule is called "${word}"; ${hint}known: ${known}; docs/checks.md lists the rules`,
  );
}
