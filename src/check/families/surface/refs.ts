import { documentResource, findReferent, type Resource, resourceOf } from '../../../form/ref.ts';
import { pointerOf, stepsTo, type Trail } from '../../../json/path.ts';
import { isObject, type JsonObject } from '../../../json/shape.ts';
import { shortJson } from '../../../json/short-json.ts';
import type { Mask } from '../../excerpt.ts';
import type { FamilyFinding } from '../../finding.ts';
import { placeName } from '../../place-name.ts';
import type { ToolSchema } from '../../schema-nodes.ts';

type Found = FamilyFinding<'ref-to-nowhere'>;

/** References of one schema that are told; a broken definition is referred to from everywhere. */
const TOLD = 10;

/** References within the schemas of tools that lead nowhere. */
export function refsToNowhere({ item, member, schema, nodes }: ToolSchema, mask: Mask): readonly Found[] {
  const found: Found[] = [];
  // Told of, or known to lead somewhere wherever they stand.
  const known = new Set<string>();
  let hasIds: boolean | undefined;
  for (const { node, trail } of nodes) {
    const { $ref } = node;
    if (typeof $ref !== 'string' || known.has($ref) || found.length >= TOLD) continue;
    hasIds ??= nodes.some((one) => one.node['$id'] !== undefined);
    const around = hasIds ? resourceAround(schema, trail) : documentResource(schema);
    const isNowhere = 'why' in findReferent(schema, $ref, around);
    if (isNowhere || !hasIds) known.add($ref);
    if (!isNowhere) continue;
    const isOutside = !$ref.startsWith('#');
    found.push({
      id: 'ref-to-nowhere',
      item,
      path: `/${member}${pointerOf(stepsTo(trail))}/$ref`,
      ...(isOutside ? { level: 'warning' } : {}),
      message: `the $ref ${shortJson(mask($ref))} of ${placeName(member, stepsTo(trail))} leads ${isOutside ? 'out of the schema, where no client follows it' : 'nowhere'}`,
    });
  }
  return found;
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
