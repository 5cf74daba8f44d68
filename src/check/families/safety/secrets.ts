import { kindOf, looksRandom } from '../../../session/redaction/names.ts';
import { keysIn } from '../../../session/redaction/private-keys.ts';
import { middlesIn, SHAPES, shapesIn, userInfosIn } from '../../../session/redaction/shapes.ts';
import { visible } from '../../../text/visible.ts';
import type { FamilyFinding } from '../../finding.ts';
import type { Subject } from '../../subject.ts';
import { pathOf, toolsOf } from '../../tool.ts';
import type { TextFault } from './text-fault.ts';

/** What stands in place of a secret, where one is explained. */
const PLACEHOLDER =
  /your|example|sample|placeholder|dummy|fake|mock|redacted|secret|token|here|x{4,}|\*{3,}|\.\.\.|…|012345|123456|abcdef|(.)\1{5,}/i;

/** The token of the specification's own page, which documents show (RFC 7519 has another). */
const SHOWN_EVERYWHERE = /eyJzdWIiOiIxMjM0NTY3ODkwIi|eyJpc3MiOiJqb2Ui/;

/** Whether a text may hold a secret, at a glance; never false where it does. */
export const mayHoldSecret = (text: string): boolean =>
  RUN.test(text) || text.includes('PRIVATE KEY') || (text.includes('@') && text.includes('://'));

/** A digit among letters, as every token has it somewhere. */
const RUN = /[A-Za-z]\d{1,8}[A-Za-z_-][\w+-]{5}/;

/** A token or a private key in a text, by its shape. */
export function secretIn(text: string): TextFault | undefined {
  if (text.length < 16) return undefined;
  if (
    text.includes('PRIVATE KEY') &&
    keysIn(text).some(({ start, end }) => end - start > 200 && !PLACEHOLDER.test(text.slice(start + 40, end)))
  )
    return { says: 'holds a private key' };
  if (text.includes('://') && text.includes('@'))
    for (const { start, end } of userInfosIn(text)) {
      const password = text.slice(start, end).split(':').at(-1) ?? '';
      if (looksRandom(password) && !PLACEHOLDER.test(password))
        return { says: 'holds an address with a password' };
    }
  // Plain words are no tokens.
  if (!RUN.test(text)) return undefined;
  for (const { start, end } of [...shapesIn(text), ...middlesIn(text)]) {
    const found = text.slice(start, end);
    const shape = SHAPES.find(({ starts }) => starts.some((one) => text.startsWith(one, start)));
    const begins = shape?.starts.find((one) => found.startsWith(one)) ?? '';
    const rest = found.slice(begins.length);
    if (PLACEHOLDER.test(rest) || SHOWN_EVERYWHERE.test(found) || new Set(rest).size < 8) continue;
    return {
      says: `holds what looks like a secret${shape === undefined ? '' : ` of ${shape.of}`} (${visible(found.slice(0, 6))}…)`,
    };
  }
  return undefined;
}

/** Defaults of parameters that are secrets by their names, where no shape shows it. */
export function secretDefaults({ surface }: Subject): readonly FamilyFinding<'secret'>[] {
  const found: FamilyFinding<'secret'>[] = [];
  for (const { id: item, name, parameters } of toolsOf(surface))
    for (const parameter of parameters) {
      const preset = parameter.parts[0]?.default;
      if (typeof preset !== 'string' || preset.length < 8) continue;
      const kind = kindOf(parameter.own);
      if (kind !== 'always' && kind !== 'token') continue;
      if (!looksRandom(preset) || PLACEHOLDER.test(preset) || secretIn(preset) !== undefined) continue;
      const message = `${visible(name)} holds what looks like a secret in the default of ${visible(parameter.name)}`;
      found.push({ id: 'secret', item, path: `${pathOf(parameter)}/default`, message });
    }
  return found;
}
