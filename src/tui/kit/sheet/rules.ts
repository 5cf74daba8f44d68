import type { Rule } from '../../../spec/rule.ts';
import type { ruleOf } from '../../../spec/rules.ts';

let find: typeof ruleOf | undefined;

/** Loads the table of findings: it is long, and the first picture does without. */
export async function loadRules(): Promise<void> {
  find = (await import('../../../spec/rules.ts')).ruleOf;
}

/** Whether the table is there. */
export const hasRules = (): boolean => find !== undefined;

/** What the table says of a rule; nothing for one of another version, and while the table is not there. */
export const knownRule = (id: string): Rule | undefined => find?.(id);
