import type { Path } from '../json/path.ts';
import { visible } from '../text/visible.ts';

/** A place in a schema as a person would name it: `filter.status`, `rows[].id`, `the inputSchema`. */
export function placeName(member: 'inputSchema' | 'outputSchema', steps: Path): string {
  let name = '';
  for (let at = 0; at < steps.length; at += 1) {
    const step = steps[at];
    if (step === 'properties' || step === '$defs' || step === 'definitions') {
      at += 1;
      name += `${name === '' ? '' : '.'}${visible(String(steps[at] ?? ''))}`;
    } else if (step === 'patternProperties' || step === 'dependentSchemas') {
      at += 1;
    } else if (step === 'items' || step === 'prefixItems') {
      name += '[]';
    }
  }
  return name === '' ? `the ${member}` : name;
}
