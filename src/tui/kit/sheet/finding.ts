import type { Log } from '../../../session/log/log.ts';
import type { Finding } from '../../../spec/finding.ts';
import type { Rule } from '../../../spec/rule.ts';
import type { ruleOf } from '../../../spec/rules.ts';
import { textSection } from './sections.ts';
import type { Section } from './sheet.ts';

/**
 * What was found at a result in one row, so that the result is not pushed out of view; opened a line each, and for
 * each rule what to do.
 */
export function foldedFindings(log: Log, seq: number, mask: (text: string) => string): readonly Section[] {
  const findings = log.findings(seq);
  const [only] = findings;
  if (only === undefined) return [];
  const opened = [...new Set(findings.map(({ rule }) => rule))].flatMap((rule) => {
    const known = knownRule(rule);
    const lines = findings.filter((one) => one.rule === rule).map((one) => `  ${mask(sentenceOf(one))}`);
    return [...lines, `    ${rule}${known === undefined ? '' : `: ${known.next} See ${known.section}`}`];
  });
  const head = findings.length === 1 ? `! ${mask(sentenceOf(only))}` : `! ${findings.length} findings`;
  const lines = findings.length === 1 ? [head, ...opened.slice(1)] : [head, ...opened];
  const meaning = 'finding';
  return [textSection('findings', [head], { meaning, turned: textSection('findings', lines, { meaning }) })];
}

/** What was found, with where it stands unless the sentence says so itself: `text: text is missing (content/0/text)`. */
function sentenceOf({ message, path = '' }: Finding): string {
  const where = path.replace(/^\/(?:result\/)?/, '');
  const isSaid = message.includes(path) || message.includes(where.replaceAll('/', '.'));
  return isSaid ? message : `${message} (${where})`;
}

/**
 * What was found at a line, rule by rule: the sentences, what the author of the server does next, and where one alone
 * stands.
 */
export function findingSections(log: Log, seq: number, mask: (text: string) => string): readonly Section[] {
  const findings = log.findings(seq);
  return [...new Set(findings.map(({ rule }) => rule))].flatMap((rule) => {
    const of = findings.filter((one) => one.rule === rule);
    const known = knownRule(rule);
    const path = of.length === 1 ? (of[0]?.path ?? '') : '';
    const where = path === '' ? '' : ` (${path})`;
    const next = known === undefined ? [] : [`  ${known.next}`];
    const section =
      known === undefined ? '' : `, ${/^not in /.test(known.section) ? '' : 'see '}${known.section}`;
    const said = of.map((one) => `! ${mask(path === '' ? sentenceOf(one) : one.message)}`);
    return [
      textSection(`finding ${rule}`, said, { meaning: 'finding' }),
      textSection(`finding ${rule} next`, [...next, `  ${rule}${where}${section}`], { meaning: 'dim' }),
    ];
  });
}

let find: typeof ruleOf | undefined;

/** Loads the table of findings: it is long, and the first picture does without. */
export async function loadRules(): Promise<void> {
  find = (await import('../../../spec/rules.ts')).ruleOf;
}

/** Whether the table is there. */
export const hasRules = (): boolean => find !== undefined;

/** What the table says of a rule; nothing for one of another version, and while the table is not there. */
export const knownRule = (id: string): Rule | undefined => find?.(id);
