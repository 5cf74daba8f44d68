import { pointerOf, stepsTo, type Trail } from '../../../json/path.ts';
import { isObject, type JsonObject } from '../../../json/shape.ts';
import { firstOf } from '../../../text/few.ts';
import { visible } from '../../../text/visible.ts';
import type { FamilyFinding } from '../../finding.ts';
import type { ToolSchema } from '../../schema-nodes.ts';

type Found = FamilyFinding<'required-unknown'>;

/** Keywords of a schema by which something else may describe its members. */
const ELSEWHERE = [
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'anyOf',
  'oneOf',
  'allOf',
  'if',
  'dependentSchemas',
];

/** Keywords whose schemas are applied to the value of the schema around them, which describes the members. */
const IN_PLACE: ReadonlySet<string | number> = new Set([
  ...['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else', 'dependentSchemas'],
  // What refers to these is not known here.
  ...['$defs', 'definitions'],
]);

/** Parameters that are required although nothing says what they are. */
export function requiredUnknown({ item, member, nodes }: ToolSchema): readonly Found[] {
  const found: Found[] = [];
  // A result may have members that nothing describes.
  if (member !== 'inputSchema') return found;
  for (const { node, trail } of nodes) {
    const { required } = node;
    if (!Array.isArray(required) || required.length === 0 || isDescribedElsewhere(node, trail)) continue;
    const unknown = required.filter((name) => typeof name === 'string' && !isDescribed(node, name));
    if (unknown.length === 0) continue;
    const isClosed = node['additionalProperties'] === false;
    const names = firstOf(unknown.map(visible), 5);
    const [is, it, describes] =
      unknown.length === 1
        ? ['is', 'it', 'no property describes']
        : ['are', 'them', 'no properties describe'];
    found.push({
      id: 'required-unknown',
      item,
      path: `/${member}${pointerOf(stepsTo(trail))}/required`,
      ...(isClosed ? { level: 'error' } : {}),
      message: `${names} ${is} required, but ${describes} ${it}${isClosed ? ' and no others are allowed, so that no call is valid' : ''}`,
    });
  }
  return found;
}

/** In a definition, or a branch of a union, that has properties of its own, these are what it is about. */
function isDescribedElsewhere(node: JsonObject, trail: Trail | undefined): boolean {
  if (ELSEWHERE.some((keyword) => node[keyword] !== undefined)) return true;
  const before = trail?.before;
  const isInPlace = IN_PLACE.has(trail?.step ?? '') || IN_PLACE.has(before?.step ?? '');
  return isInPlace && before?.step !== 'properties';
}

function isDescribed(
  { properties, patternProperties, additionalProperties }: JsonObject,
  name: string,
): boolean {
  if (isObject(properties) && Object.hasOwn(properties, name)) return true;
  if (isObject(additionalProperties) && Object.keys(additionalProperties).length > 0) return true;
  return isObject(patternProperties) && Object.keys(patternProperties).length > 0;
}
