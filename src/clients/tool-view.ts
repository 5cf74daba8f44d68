import { isObject, type JsonObject } from '../json/shape.ts';
import { SEVERITIES } from '../spec/rule.ts';
import type { SurfaceItem } from '../surface/surface.ts';
import { type Client, type ClientRule, type Evidence, TREATMENTS } from './client.ts';
import { crossingWords } from './crossing-words.ts';
import { type Crossing, crossingsOfTool } from './crossings.ts';
import { type GivenName, givenName } from './naming.ts';
import { arrivingSchema } from './schema-arrival.ts';

/** What the model of a client sees of one tool. */
export interface ToolView {
  readonly client: Client;
  readonly given: GivenName;
  /** Why the model does not see it at all. */
  readonly leftOut?: ViewNote;
  readonly description: DescriptionView;
  /** `inputSchema` as it arrives; the very same object where nothing is changed. */
  readonly inputSchema: unknown;
  /** The model gets it only once it looks for it; how that is known. */
  readonly deferred?: Evidence;
  /** All that is to be said of it, `leftOut` among it, the worst first. */
  readonly notes: readonly ViewNote[];
}

/** A description as it arrives. */
export interface DescriptionView {
  /** What the model reads, without what the client puts behind it. */
  readonly text: string;
  /** What it does not read; empty where nothing is cut. */
  readonly lost: string;
}

/** A sentence about a tool under a client, and the rule that it follows from. */
export interface ViewNote {
  readonly rule: ClientRule;
  /** `leaves it out: 71 characters with the server's name, 60 are taken`, to follow the client's name. */
  readonly says: string;
  readonly fix: string;
  /** A JSON pointer into the tool. */
  readonly path: string;
}

/** What the model of a client sees of a tool. */
export function toolView(client: Client, server: string, tool: SurfaceItem): ToolView {
  const raw = isObject(tool.raw) ? tool.raw : {};
  const crossings = crossingsOfTool(client, tool, server);
  const notes = crossings.map(noteOf).toSorted((one, other) => rankOf(one) - rankOf(other));
  const leftOut = notes.find(({ rule }) => rule.effect === 'left out');
  return {
    client,
    given: givenName(client, server, tool.name),
    ...(leftOut === undefined ? {} : { leftOut }),
    description: descriptionView(client, tool.description),
    inputSchema: arrivingSchema(client, raw['inputSchema']),
    ...(client.deferred === undefined || isAlwaysThere(raw) ? {} : { deferred: client.deferred }),
    notes,
  };
}

/** A tool says of itself that the model should have it from the start (Claude Code). */
const isAlwaysThere = ({ _meta: meta }: JsonObject): boolean =>
  isObject(meta) && meta['anthropic/alwaysLoad'] === true;

/** By level, and of one level what keeps a tool from being used first. */
const rankOf = ({ rule: { level, effect } }: ViewNote): number =>
  SEVERITIES.indexOf(level) * TREATMENTS.length + TREATMENTS.indexOf(effect);

function noteOf(crossing: Crossing): ViewNote {
  const { says, fix } = crossingWords(crossing);
  return { rule: crossing.rule, says, fix, path: crossing.path };
}

/** A description as a client cuts it. */
function descriptionView(client: Client, description: string): DescriptionView {
  const most = descriptionLimit(client);
  return { text: description.slice(0, most), lost: description.slice(most) };
}

/** How much of a description a client hands on; all of it (Infinity) where it has no limit. */
export function descriptionLimit({ rules }: Client): number {
  for (const { limit, effect } of rules)
    if (limit.on === 'description length' && effect === 'cut') return limit.most;
  return Number.POSITIVE_INFINITY;
}
