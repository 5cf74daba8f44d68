import type { Answer } from '../connection/answerer.ts';
import type { Host } from '../host/host.ts';
import { isObject, type JsonObject } from '../json/shape.ts';
import { opensConnection } from '../spec/methods.ts';
import type { Era } from '../spec/revision.ts';
import type { Conversation } from './conversation.ts';

/** How the client of a recording opened its connection. */
export interface RecordedOpening {
  readonly era?: Era;
  /** The revision that it asked for. */
  readonly protocolVersion?: string;
  /** What it announced. */
  readonly capabilities?: JsonObject;
  /** What it answered to a question of the server; undefined for one that it was not asked. */
  readonly answer: (method: string, params: unknown) => Answer | undefined;
}

const META = 'io.modelcontextprotocol';

/** The opening of a recording that led to an answer, else the first. */
export function openingOf(
  { requests }: Conversation,
  { store }: Pick<Host, 'store'>,
): Omit<RecordedOpening, 'answer'> {
  const { era } = store.state();
  const openings = requests.filter(({ line }) => opensConnection(line.method));
  const first =
    openings.find(({ end }) => end.kind === 'answered' && end.line.kind === 'result') ?? openings[0];
  const params: unknown = JSON.parse(first?.params ?? requests[0]?.params ?? '{}');
  const said = isObject(params) ? params : {};
  const meta = isObject(said['_meta']) ? said['_meta'] : {};
  const capabilities = era === 'modern' ? meta[`${META}/clientCapabilities`] : said['capabilities'];
  const { protocolVersion } = said;
  return {
    ...(era !== undefined && { era }),
    ...(era !== 'modern' && typeof protocolVersion === 'string' && { protocolVersion }),
    ...(isObject(capabilities) && { capabilities }),
  };
}
