import { PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { FAULTY_REPLIES, type FaultName, VICTIM } from '../../spec/faults.ts';
import { structured } from '../tool.ts';
import { TONIGHT } from '../tools/weather.ts';
import { misdirected, type RpcResponse, responseTo } from './response.ts';

/**
 * What HTTP can do wrong with a call, given the right response to it; `forget` drops the session. The tests' faulty server
 * is made of these, too.
 */
export const HTTP_FAULTS = {
  'wrong-id': (right) => Response.json(misdirected(right)),
  'lost-session': (_, forget) => {
    forget();
    return replyOf('lost-session');
  },
  'cut-stream': () => replyOf('cut-stream'),
  'html-page': () => replyOf('html-page'),
  'wrong-type': (right) => typed(JSON.stringify(right), 'text/plain'),
  accepted: () => new Response(null, { status: FAULTY_REPLIES.accepted.status }),
} as const satisfies Partial<Record<FaultName, HttpFault>>;

type HttpFault = (right: RpcResponse, forget: () => void) => Response;

/**
 * The response in place of the right one, when this request calls the tool that goes wrong and one of these faults is
 * one of HTTP.
 *
 * @param forget drops all sessions
 */
export async function spoiltAnswer(
  request: Request,
  faults: readonly FaultName[],
  forget: () => void,
): Promise<Response | undefined> {
  const spoil = faults.map(faultNamed).find((one) => one !== undefined);
  if (spoil === undefined || request.method !== 'POST') return undefined;
  const { id, method, params } = await callIn(request.clone());
  if (method !== 'tools/call' || params?.name !== VICTIM) return undefined;
  const isModern = PROTOCOL_VERSION_META_KEY in (params._meta ?? {});
  return spoil(responseTo(id, structured(TONIGHT), isModern), forget);
}

const faultNamed = (name: string): HttpFault | undefined =>
  Object.hasOwn(HTTP_FAULTS, name) ? HTTP_FAULTS[name as keyof typeof HTTP_FAULTS] : undefined;

/** The SDK refuses what is not JSON. */
const callIn = (request: Request): Promise<Call> =>
  request.json().then(
    (body) => Object(body) as Call,
    () => ({}),
  );

/** The parts of a request that matter here. */
interface Call {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly _meta?: object };
}

const replyOf = (name: Exclude<keyof typeof FAULTY_REPLIES, 'accepted'>): Response => {
  const { body, type, status } = FAULTY_REPLIES[name];
  return typed(body, type, status);
};

const typed = (body: string, type: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': type } });
