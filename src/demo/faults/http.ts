import { PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { type FaultName, VICTIM } from '../faults.ts';
import { structured } from '../tool.ts';
import { TONIGHT } from '../tools/weather.ts';
import { responseTo } from './response.ts';

/**
 * The answer that stands for the right one, when this request is a call of the tool that goes wrong and one of these
 * faults is of HTTP.
 *
 * @param forget loses all sessions
 */
export async function spoiltAnswer(
  request: Request,
  faults: readonly FaultName[],
  forget: () => void,
): Promise<Response | undefined> {
  const spoil = faults.map((name) => ANSWERS[name]).find((one) => one !== undefined);
  if (spoil === undefined || request.method !== 'POST') return undefined;
  const call = await callIn(request.clone());
  const isStruck = call.method === 'tools/call' && call.params?.name === VICTIM;
  return isStruck ? spoil(call, forget) : undefined;
}

/** What is no JSON is for the SDK to refuse. */
const callIn = (request: Request): Promise<Call> =>
  request.json().then(
    (body) => Object(body) as Call,
    () => ({}),
  );

/** What is looked at of a request. */
interface Call {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly _meta?: object };
}

const ANSWERS: Partial<Record<FaultName, (call: Call, forget: () => void) => Response>> = {
  'wrong-id': (call) => Response.json(answer(`${call.id}-but-other`, call)),
  'lost-session': (_, forget) => {
    forget();
    return new Response('no such session', { status: 404 });
  },
  'cut-stream': () => typed(': looking out of the window\n\n', 'text/event-stream'),
  'html-page': () => typed(PAGE, 'text/html', 502),
  'wrong-type': (call) => typed(JSON.stringify(answer(call.id, call)), 'text/plain'),
  accepted: () => new Response(null, { status: 202 }),
};

const PAGE = '<!doctype html>\n<title>502 Bad Gateway</title>\n<h1>The hill is not at home</h1>\n';

const typed = (body: string, type: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': type } });

/** The right answer, with an id. */
const answer = (id: unknown, { params }: Call) =>
  responseTo(id, structured(TONIGHT), PROTOCOL_VERSION_META_KEY in (params?._meta ?? {}));
