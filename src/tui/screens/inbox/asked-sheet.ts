import type { Host } from '../../../host/host.ts';
import { toggled } from '../../../json/fold.ts';
import { memberText } from '../../../json/parts.ts';
import { isObject } from '../../../json/shape.ts';
import { ownerOf } from '../../../session/state.ts';
import { clock, duration } from '../../../text/measure.ts';
import { fileName } from '../../kit/sheet/file-name.ts';
import { findingSections } from '../../kit/sheet/finding.ts';
import { logSheet } from '../../kit/sheet/log-sheet.ts';
import { jsonSection, textSection } from '../../kit/sheet/sections.ts';
import type { JsonSection, Section, Sheet, TextSection } from '../../kit/sheet/sheet.ts';
import { type Asked, answerTo, standing } from './log.ts';
import { requestOf } from './request.ts';

/** What the Inbox is read from. */
type Session = Pick<Host, 'log' | 'started' | 'mask' | 'store' | 'connection'>;

/** What the server asked and how it was answered; without a seq what it could ask and how that is answered. */
export function askedSheet(session: Session, seq: number | undefined, revealed: boolean): Sheet {
  const { log, store } = session;
  const answer = seq === undefined ? undefined : answerTo(log, seq);
  const state = store.state();
  const { capabilities, completed } = state;
  const announced = announcedText(capabilities.client, ownerOf(state));
  const roots = rootSections(session);
  const told = roots.map(({ text }) => text).join('\n');
  return logSheet(session, {
    key: `asked ${seq}`,
    changes: `${answer} ${completed.length} ${announced} ${told}`,
    revealed,
    groups: ({ mask }) => [
      ...(seq === undefined ? [] : requestSections(session, { seq, answer }, mask)),
      [textSection('announced', announced, seq === undefined ? {} : { meaning: 'dim' })],
      roots,
    ],
    whole: () => (seq === undefined ? announced : (log.text(seq) ?? '')),
    file: fileName('request', seq ?? 0),
  });
}

/** What the server can ask by what is announced to it, and how that is answered, by whose session it is (`ownerOf`). */
export function announcedText(
  capabilities: Readonly<Record<string, unknown>>,
  owner: string | undefined,
): string {
  const names = Object.keys(capabilities);
  const announced =
    names.length === 0
      ? 'Neither roots nor sampling nor elicitation is declared to this server, so it should send only pings.'
      : `Declared to this server: ${names.join(', ')}.`;
  if (owner !== undefined) return `${announced} ${owner} answers.`;
  const atOnce = 'roots' in capabilities ? 'ping and roots/list are' : 'ping is';
  const forPeople = ['elicitation', 'sampling'].filter((name) => name in capabilities);
  const waits = forPeople.length === 0 ? '' : `${forPeople.join(' and ')} by you or a rule; `;
  return `${announced} ${atOnce} answered automatically; ${waits}others get “method not found”.`;
}

/** The roots that are offered to the server. */
function rootSections({ connection, mask }: Session): readonly TextSection[] {
  const roots = connection?.roots() ?? [];
  if (roots.length === 0) return [];
  const lines = roots.map(({ uri, name }) => mask(name === undefined ? uri : `${uri}  ${name}`));
  return [
    textSection('roots head', ['roots (u: change)'], { meaning: 'strong' }),
    textSection('roots', lines),
  ];
}

function requestSections(
  session: Session,
  asked: Asked,
  mask: (text: string) => string,
): readonly (readonly Section[])[] {
  const { log, started, store } = session;
  const { seq, answer } = asked;
  const row = log.row(seq);
  const { words, meaning } = standing({ log, mask, store }, asked);
  const id = row?.asks === true ? '' : `, id ${JSON.stringify(row?.id ?? null)}`;
  const frames = answer === undefined ? `message #${seq}` : `messages #${seq} and #${answer}`;
  const facts = `${clock(new Date(started + (row?.t ?? 0)))}${id}, ${frames} in Traffic`;
  return [
    [
      // It stands for the whole request: what is read first is how it was answered.
      textSection('standing', [words], { meaning, path: '' }),
      textSection('facts', [facts], { meaning: 'dim' }),
      ...completeSections(session, seq),
    ],
    findingSections(log, seq, mask),
    ...(row?.asks === true ? inputSections(session, asked) : exchangeSections(session, asked)),
  ];
}

/** A request of the server's own, and its answer. */
function exchangeSections({ log }: Session, { seq, answer }: Asked): readonly (readonly Section[])[] {
  const text = answer === undefined || log.row(answer)?.type !== 'frame' ? undefined : log.text(answer);
  return [
    valueSections('Your response', text, [['result'], ['error']]),
    valueSections('Request', log.text(seq), [['params']]),
  ];
}

/** The inputs that a result asks for, and what the request went on with (client/input-required, 2026-07-28). */
function inputSections({ log }: Session, { seq, answer }: Asked): readonly (readonly Section[])[] {
  const text = answer === undefined ? undefined : log.text(answer);
  return [
    valueSections('Your response', text, [['params', 'inputResponses']]),
    valueSections('Request', log.text(seq), [['result', 'inputRequests']]),
  ];
}

/** A page that the server says the person is done with, and when. */
function completeSections({ log, store }: Session, seq: number): readonly Section[] {
  const row = log.row(seq);
  if (row?.method !== 'elicitation/create') return [];
  const message: unknown = JSON.parse(log.text(seq) ?? 'null');
  const request = requestOf({
    method: row.method,
    params: isObject(message) ? message['params'] : undefined,
  });
  const id = request.kind === 'url' ? request.elicitationId : undefined;
  const done = store.state().completed.find(({ elicitationId }) => elicitationId === id);
  if (id === undefined || done === undefined) return [];
  const after = duration((log.row(done.seq)?.t ?? row.t) - row.t);
  return [
    textSection('complete', [`reported complete by the server after ${after} (#${done.seq})`], {
      meaning: 'ok',
    }),
  ];
}

/** The first of the members, each given by the names that lead to it, that a message has, as JSON. */
function valueSections(
  title: string,
  message: string | undefined,
  places: readonly (readonly string[])[],
): readonly Section[] {
  for (const names of places) {
    const json = names.reduce<string | undefined>(
      (text, name) => (text === undefined ? undefined : memberText(text, name)),
      message ?? '{}',
    );
    const section = json === undefined ? undefined : jsonSection(title, json, `/${names.join('/')}`);
    if (section !== undefined)
      return [textSection(`${title} head`, title, { meaning: 'strong' }), withMetaFolded(section)];
  }
  return [];
}

/** What is said by the way, in `_meta`, takes one row until it is opened. */
function withMetaFolded(section: JsonSection): JsonSection {
  const { rows } = section;
  let { fold } = section;
  for (let row = 0; row < rows.length; row += 1) {
    const key = rows.keys[row] ?? -1;
    if (key >= 0 && rows.text.startsWith('"_meta"', key)) fold = toggled(rows, fold, row);
  }
  return { ...section, fold };
}
