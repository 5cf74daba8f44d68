import { documentResource, findReferent, type Resource, resourceOf } from '../../../form/ref.ts';
import { pointerOf, stepsTo, type Trail } from '../../../json/path.ts';
import { isObject, type JsonObject } from '../../../json/shape.ts';
import { shortJson } from '../../../json/short-json.ts';
import { type Mask, unmasked } from '../../excerpt.ts';
import type { FamilyFinding } from '../../finding.ts';
import { placeName } from '../../place-name.ts';
import { schemaNodes } from '../../schema-nodes.ts';
import type { Subject } from '../../subject.ts';
import { type CheckedTool, toolsOf } from '../../tool.ts';

/** References within the schemas of tools that lead nowhere. */
export const refsToNowhere = ({
  surface,
  mask = unmasked,
}: Subject): readonly FamilyFinding<'ref-to-nowhere'>[] =>
  toolsOf(surface).flatMap((tool) => [
    ...refsIn(tool, 'inputSchema', tool.input, mask),
    ...(tool.output === undefined ? [] : refsIn(tool, 'outputSchema', tool.output, mask)),
  ]);

/** References of one schema that are told; a broken definition is referred to from everywhere. */
const TOLD = 10;

function refsIn(
  { id }: CheckedTool,
  member: 'inputSchema' | 'outputSchema',
  schema: JsonObject,
  mask: Mask,
): readonly FamilyFinding<'ref-to-nowhere'>[] {
  const told = new Set<string>();
  const nodes = schemaNodes(schema);
  const hasIds = nodes.some(({ node }) => node['$id'] !== undefined);
  const whole = documentResource(schema);
  return nodes.flatMap(({ node, trail }): readonly FamilyFinding<'ref-to-nowhere'>[] => {
    const { $ref } = node;
    if (typeof $ref !== 'string' || told.has($ref) || told.size >= TOLD) return [];
    if (!('why' in findReferent(schema, $ref, hasIds ? resourceAround(schema, trail) : whole))) return [];
    told.add($ref);
    const isOutside = !$ref.startsWith('#');
    return [
      {
        id: 'ref-to-nowhere',
        item: id,
        path: `/${member}${pointerOf(stepsTo(trail))}/$ref`,
        ...(isOutside ? { level: 'warning' } : {}),
        message: `the $ref ${shortJson(mask($ref))} of ${placeName(member, stepsTo(trail))} leads ${isOutside ? 'out of the schema, where no client follows it' : 'nowhere'}`,
      },
    ];
  });
}

/** The nearest schema around a place that has an id of its own. */
function resourceAround(root: JsonObject, trail: Trail | undefined): Resource {
  let resource = documentResource(root);
  let value: unknown = root;
  for (const step of stepsTo(trail)) {
    value = (value as JsonObject)[step];
    if (isObject(value)) resource = resourceOf(value, resource);
  }
  return resource;
}
