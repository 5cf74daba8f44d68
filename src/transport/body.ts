import { parse } from '../json/parse.ts';
import type { Capture } from '../session/frame.ts';
import { classify, type Direction } from '../spec/envelope.ts';
import type { Finding } from '../spec/finding.ts';
import { nearJson } from './near-json.ts';
import { elementsOf, messagesIn as salvaged } from './recovered-messages.ts';
import type { Loss } from './transport.ts';

/** Where a text stood: in the body of a request or response, or in the data of an event. */
export interface TextPlace {
  readonly dir: Direction;
  readonly x?: number;
}

/** A capture that a body makes: a message, or a JSON value that is none. */
export type Message = Extract<Capture, { type: 'frame' | 'invalid' }>;

/**
 * The messages in a text: one, the elements of a batch one by one, or of a text of the server's that is no JSON those
 * that stand in it; undefined when there are none. What surrounds the JSON stands in `pre` and `post`; line breaks
 * within it are kept in `raw`.
 */
export function messagesIn(text: string, place: TextPlace): readonly Message[] | undefined {
  const core = text.replace(/^\uFEFF/, '').trim();
  const value = parse(core);
  if (value === undefined) return place.dir === 's2c' ? amidText(text, place) : undefined;
  const from = text.indexOf(core);
  const around = { before: text.slice(0, from), core, after: text.slice(from + core.length), text };
  if (!Array.isArray(value) || value.length === 0) return [whole(around, value, place)];
  return elements(around, value, place);
}

/** A text as the line that should have held a message. */
export function noMessage(text: string, place: TextPlace, why: string, finding?: Finding): Message {
  const line = { type: 'invalid', ...place, n: Buffer.byteLength(text), text, why } as const;
  return finding === undefined ? line : { ...line, findings: [finding] };
}

/** The same with what a text of the server's was meant to be, where that is seen, and otherwise a reason of the caller's. */
export function badMessage(text: string, place: TextPlace, otherwise: string): Message {
  const why = nearJson(text)?.why ?? otherwise;
  return noMessage(text, place, why, { rule: 'http/not-json', message: why });
}

/** The request that a line of the server's would have answered, were it JSON, and what became of it. */
export function spoiltBy(capture: Capture): Pick<Loss, 'ids' | 'why'> | undefined {
  if (capture.type !== 'invalid' || capture.dir !== 's2c') return undefined;
  const { answers, why } = nearJson(capture.text ?? '') ?? {};
  return answers === undefined ? undefined : { ids: [answers], why: `its answer is ${why}` };
}

/** What is sent, as it is recorded: its messages, or a line that is none, which a person may have typed. */
export function asSent(text: string, exchange: Pick<TextPlace, 'x'>): readonly Message[] {
  const { x } = exchange;
  const place: TextPlace = { dir: 'c2s', ...(x === undefined ? {} : { x }) };
  return messagesIn(text, place) ?? [noMessage(text, place, 'it is no JSON')];
}

interface Around {
  readonly before: string;
  readonly core: string;
  readonly after: string;
  readonly text: string;
}

function whole({ before, core, after, text }: Around, value: unknown, place: TextPlace): Message {
  const envelope = classify(value);
  if (envelope.kind === 'none') return noProtocol(text, place, envelope.why);
  const isSpread = /[\r\n]/.test(core);
  return {
    type: 'frame',
    ...place,
    n: Buffer.byteLength(text),
    ...(before === '' ? {} : { pre: before }),
    ...(after === '' ? {} : { post: after }),
    ...(isSpread ? { raw: Buffer.from(text).toString('base64') } : {}),
    msg: isSpread ? core.replaceAll(/\r?\n|\r/g, ' ') : core,
    message: value,
  };
}

/** Messages in a row, or with other text around them: a log prefix, lines of JSON in one body. */
function amidText(text: string, place: TextPlace): readonly Message[] | undefined {
  // A page that shows an example is no answer.
  const { spans, alone } = /^\s*</.test(text) ? NOTHING : salvaged(text);
  const [first] = spans;
  if (first === undefined) return undefined;
  const where = alone ? `${spans.length} messages in one text` : `JSON starts at column ${first.start + 1}`;
  const finding = { rule: 'http/not-json', message: `${where}; send one message, and nothing beside it` };
  let from = 0;
  return spans.map(({ start, end, value }, at): Message => {
    const before = text.slice(from, start);
    const after = at === spans.length - 1 ? text.slice(end) : '';
    from = end;
    const core = text.slice(start, end);
    const message = whole({ before, core, after, text: before + core + after }, value, place);
    const part = spans.length === 1 ? {} : { part: [at + 1, spans.length] as const };
    return { ...message, ...part, ...(at === 0 ? { findings: [finding] } : {}) };
  });
}

const NOTHING = { spans: [], alone: true } as const;

/** A batch (JSON-RPC 2.0, 6): its elements, with the text between them. Findings stand at the first. */
function elements({ core, text }: Around, values: readonly unknown[], place: TextPlace): Message[] {
  const line = core.replaceAll(/[\r\n]/g, ' ');
  const n = Buffer.byteLength(text);
  const findings: readonly Finding[] = [
    {
      rule: 'batch/array',
      message: `a batch of ${values.length}; only 2025-03-26 has batches, send each message by itself`,
    },
  ];
  let from = 0;
  return elementsOf(line, values).map(({ start, end, value }, at): Message => {
    const pre = line.slice(from, start);
    const post = at === values.length - 1 ? line.slice(end) : '';
    const msg = line.slice(start, end);
    from = end;
    const envelope = classify(value);
    if (envelope.kind === 'none') return noProtocol(pre + msg + post, place, envelope.why);
    const around = { pre, ...(post === '' ? {} : { post }) };
    const part = [at + 1, values.length] as const;
    return {
      ...{ type: 'frame', ...place, n, ...around, part, msg, message: value },
      ...(at === 0 ? { findings } : {}),
    };
  });
}

const noProtocol = (text: string, place: TextPlace, why: string): Message =>
  noMessage(text, place, why, { rule: 'message/not-protocol', message: why });
