import type { Host } from '../../../host/host.ts';
import type { EventFields, HttpEntry } from '../../../session/frame.ts';
import { bytes, clockAt, counted, duration } from '../../../text/measure.ts';
import type { Secrets } from '../../world/secrets.ts';
import { findingSections } from './finding.ts';
import { jsonSection, textSection } from './sections.ts';
import type { Section } from './sheet.ts';

/** The lines, and when they began. */
type Lines = Pick<Host, 'log' | 'started'>;

/** What is shown of an exchange, and of a stream that never ends how far it is looked through for it. */
const MOST_EVENTS = 200;
const MOST_LINES = 20_000;

/** A line of HTTP with the seqs of the frames that follow it. */
interface Told {
  readonly entry: HttpEntry;
  readonly frames: readonly number[];
}

/** Changes whenever there is more to show of an exchange. */
export function exchangeKey({ log }: Lines, x: number): string {
  const known = log.exchange(x);
  if (known === undefined) return '';
  const { request, response, end } = known;
  return `${response} ${end ?? Math.min(log.length, request + MOST_LINES)}`;
}

/** An HTTP exchange: request, response, events and end, each with its headers, its body and its frames. */
export function exchangeSections(
  lines: Lines,
  x: number,
  { mask, header }: Secrets,
): readonly (readonly Section[])[] {
  const all = toldOf(lines, x);
  const started = all[0]?.entry.t ?? 0;
  const events = all.filter(({ entry }) => entry.phase === 'event');
  const left =
    events.length > MOST_EVENTS ? [`… and ${counted(events.length - MOST_EVENTS, 'more event')}`] : [];
  const shown = all.filter((one) => one.entry.phase !== 'event' || events.indexOf(one) < MOST_EVENTS);
  return [
    ...shown.map(({ entry, frames }) => [
      ...headOf(lines, entry, started, mask),
      ...headersOf(entry, header),
      ...framesOf(lines, entry, frames),
      ...bodyOf(entry, mask),
      ...findingSections(lines.log, entry.seq, mask).map((section) => ({
        ...section,
        id: `${entry.seq} ${section.id}`,
      })),
    ]),
    left.length === 0 ? [] : [textSection('left', left, { meaning: 'dim' })],
  ];
}

function toldOf({ log }: Lines, x: number): readonly Told[] {
  const known = log.exchange(x);
  if (known === undefined) return [];
  const all: { entry: HttpEntry; frames: number[] }[] = [];
  const first = log.lines.placeOf(known.request);
  const last = Math.min(log.lines.placeOf(known.end ?? log.length), first + MOST_LINES);
  for (let place = first; place <= last; place += 1) {
    const seq = log.lines.at(place);
    const type = log.row(seq)?.type;
    if (type === 'http' && log.row(seq)?.x !== x) continue;
    if (type !== 'http' && type !== 'frame' && type !== 'invalid') continue;
    const entry = log.entry(seq);
    if (entry?.type === 'http') all.push({ entry, frames: [] });
    else if (entry !== undefined && 'x' in entry && entry.x === x) all.at(-1)?.frames.push(seq);
  }
  return all;
}

function headOf(
  { started: origin }: Lines,
  { phase, t, seq, method, url, status, event, detail }: HttpEntry,
  began: number,
  mask: (text: string) => string,
): readonly Section[] {
  const id = `${seq} head`;
  const since = t > began ? ` after ${duration(t - began)}` : '';
  switch (phase) {
    case 'request':
      return [
        textSection(
          `${seq} time`,
          [[`#${seq}`, clockAt(origin, t)].filter((text) => text !== '').join(', ')],
          { meaning: 'dim' },
        ),
        textSection(id, [`${method} ${mask(url ?? '')}`], {
          meaning: 'request',
          content: { kind: 'text', text: `${method} ${url}` },
        }),
      ];
    case 'response':
      return [
        textSection(id, [`${status}${since}`], { meaning: (status ?? 0) >= 400 ? 'error' : 'response' }),
      ];
    case 'event':
      return [textSection(id, [`event${since}${fieldsOf(event ?? {}, mask)}`], { meaning: 'dim' })];
    case 'end':
      return [textSection(id, [`end${since}`], { meaning: 'dim' })];
    case 'error':
      return [textSection(id, [`cut off${since}: ${mask(detail ?? '')}`], { meaning: 'error' })];
  }
}

function fieldsOf({ event, id, retry, comment }: EventFields, mask: (text: string) => string): string {
  const told = [
    event === undefined ? '' : `event ${event}`,
    id === undefined ? '' : `id ${id}`,
    retry === undefined ? '' : `retry ${duration(retry)}`,
    comment === undefined ? '' : `comment ${comment}`,
  ].filter((text) => text !== '');
  return told.length === 0 ? '' : `: ${mask(told.join(', '))}`;
}

function headersOf({ seq, headers = [] }: HttpEntry, mask: Secrets['header']): readonly Section[] {
  if (headers.length === 0) return [];
  const content = { kind: 'text', text: written(headers) } as const;
  return [textSection(`${seq} headers`, written(headers.map(mask)), { content })];
}

const written = (headers: NonNullable<HttpEntry['headers']>): string =>
  headers.map(([name, value]) => `${name}: ${value}`).join('\n');

function framesOf({ log }: Lines, { seq }: HttpEntry, frames: readonly number[]): readonly Section[] {
  if (frames.length === 0) return [];
  const told = frames.map((at) => {
    const { kind = 'not a message', method = '', size = 0 } = log.row(at) ?? {};
    return `  #${at} ${[kind, method].filter((word) => word !== '').join(' ')}, ${bytes(size)}`;
  });
  return [textSection(`${seq} frames`, told)];
}

function bodyOf({ seq, body, base64 }: HttpEntry, mask: (text: string) => string): readonly Section[] {
  if (body !== undefined && body !== '') {
    const json = /^\s*[[{]/.test(body) ? jsonSection(`${seq} body`, body, '/body') : undefined;
    const content = { kind: 'text', text: body } as const;
    return [json ?? textSection(`${seq} body`, mask(body), { content, path: '/body' })];
  }
  return base64 === undefined ? [] : [textSection(`${seq} base64`, base64, { meaning: 'dim' })];
}
