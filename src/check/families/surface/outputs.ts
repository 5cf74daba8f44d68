import { checkValue } from '../../../form/check.ts';
import { compileSchema } from '../../../form/compile.ts';
import { pathText } from '../../../form/problem.ts';
import type { AnsweredCall } from '../../../surface/answered.ts';
import { counted } from '../../../text/measure.ts';
import { visible } from '../../../text/visible.ts';
import type { FamilyFinding } from '../../finding.ts';
import type { Subject } from '../../subject.ts';
import { toolsOf } from '../../tool.ts';

/** Results of one tool that are looked at, the newest ones. */
const MOST = 20;

/** Tools whose results so far were never as their outputSchema says; errors need not be. */
export function outputsUnmet({ surface, answered }: Subject): readonly FamilyFinding<'output-unmet'>[] {
  const results = new Map<string, AnsweredCall[]>();
  for (const one of answered.results) {
    if (one.result === undefined || one.result['isError'] === true) continue;
    const known = results.get(one.tool);
    if (known === undefined) results.set(one.tool, [one]);
    else known.push(one);
  }
  if (results.size === 0) return [];
  return toolsOf(surface).flatMap(({ id, name, output }): readonly FamilyFinding<'output-unmet'>[] => {
    const seen = results.get(name)?.slice(-MOST) ?? [];
    const last = seen.at(-1);
    if (output === undefined || last === undefined) return [];
    const document = compileSchema(output);
    const unmet = seen.map(({ result }) => {
      const value = result?.['structuredContent'];
      if (value === undefined) return 'it has no structuredContent';
      const [first] = checkValue(document, document.root, value).problems;
      if (first === undefined) return undefined;
      const where = first.path.length === 0 ? 'structuredContent' : pathText(first.path);
      return `${visible(where)} ${visible(first.sentence)}`;
    });
    const why = unmet.at(-1);
    if (why === undefined || unmet.includes(undefined)) return [];
    const which = seen.length === 1 ? 'the only result so far' : `none of ${counted(seen.length, 'result')}`;
    const does = seen.length === 1 ? 'does not meet' : 'meets';
    return [
      {
        id: 'output-unmet',
        item: id,
        path: '/outputSchema',
        seq: last.seq,
        message: `${which} of ${visible(name)} ${does} its outputSchema: ${why}`,
      },
    ];
  });
}
