import type { Log } from '../../session/log.ts';
import { knownRule } from './rules.ts';
import type { Section } from './sheet.ts';
import { textSection } from './text.ts';

/** What was found at a line: the sentence, what the author of the server does next, and where it stands. */
export function findingSections(log: Log, seq: number, mask: (text: string) => string): readonly Section[] {
  return log.findings(seq).flatMap(({ rule, path, message }, place) => {
    const known = knownRule(rule);
    const where = path === undefined || path === '' ? '' : ` at ${path}`;
    const next = known === undefined ? [] : [`  ${known.next}`];
    const section = known === undefined ? '' : `, see ${known.section}`;
    return [
      textSection(`finding ${place}`, [`! ${mask(message)}`], { meaning: 'finding' }),
      textSection(`finding ${place} next`, [...next, `  ${rule}${where}${section}`], { meaning: 'dim' }),
    ];
  });
}
