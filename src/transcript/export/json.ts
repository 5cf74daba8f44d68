import { pretty } from '../../json/pretty.ts';
import { locateError } from '../../json/reader.ts';
import { safeJson } from '../../json/safe.ts';
import type { ExportedSession, ExportWriter } from './exported.ts';
import { type ExportedLine, exportedLines, maskedFindings, maskedRow, timeOf } from './lines.ts';

/**
 * One document, in which the messages stand as they were: numbers keep their digits, members their order. What controls
 * a terminal is written as escapes, which leave its value alone.
 */
export const jsonDocument: ExportWriter = function* (input) {
  const { sessions, program } = input;
  const [only] = sessions;
  const isOne = sessions.length === 1 && only?.name === undefined && only !== undefined;
  const about = isOne
    ? sessionText(only).slice(1, -1)
    : `"sessions":[${sessions.map(sessionText).join(',')}]`;
  const head = pretty(safeJson(`{"program":${JSON.stringify(program)}${about === '' ? '' : ','}${about}}`));
  yield `${head.slice(0, -'\n}'.length)},\n  "lines": [`;
  let before = '';
  for (const line of exportedLines(input)) {
    yield `${before}\n    ${pretty(safeJson(lineText(line))).replaceAll('\n', '\n    ')}`;
    before = ',';
  }
  yield before === '' ? ']\n}\n' : '\n  ]\n}\n';
};

/** The messages alone, one a line as they crossed the wire; among several sessions each with the name of its own. */
export const jsonLines: ExportWriter = function* (input) {
  for (const line of exportedLines(input)) {
    const { log, mask, name } = line.session;
    if (log.row(line.seq)?.type !== 'frame') continue;
    const text = mask(log.text(line.seq) ?? '');
    yield `${safeJson(name === undefined ? text : `{"session":${JSON.stringify(mask(name))},"msg":${exact(text)}}`)}\n`;
  }
};

/** A message as it was; as a string where it is not JSON. */
const exact = (text: string): string => (locateError(text) === undefined ? text : JSON.stringify(text));

function sessionText({ name, state, mask }: ExportedSession): string {
  const { server, negotiated, client } = state;
  return exact(mask(JSON.stringify({ name, server, client, revision: negotiated })));
}

function lineText(line: ExportedLine): string {
  const { session, seq } = line;
  const { log, mask, name } = session;
  const row = maskedRow(session, seq);
  const entry = row?.type === 'life' || row?.type === 'stderr' ? log.entry(seq) : undefined;
  const held = log.text(seq);
  const note = log.note(seq);
  const findings = maskedFindings(session, seq).map(({ rule, path, message }) => ({ rule, path, message }));
  const text = held === undefined ? undefined : mask(held);
  const from = entry?.type === 'stderr' ? entry.from : undefined;
  const { event, pid, code, signal } = entry?.type === 'life' ? entry : {};
  const members = {
    session: name && mask(name),
    seq,
    at: timeOf(line),
    type: row?.type,
    dir: row?.dir,
    method: row?.method,
    re: row?.re,
    ms: row?.ms,
    yours: row?.yours,
    ...(note === undefined ? {} : { mark: note.mark, note: note.text && mask(note.text) }),
    ...(findings.length === 0 ? {} : { findings }),
    from: from && mask(from),
    event,
    pid,
    code,
    signal: signal && mask(signal),
    ...(row?.type === 'frame' ? {} : { text: text ?? '' }),
  };
  const head = JSON.stringify(members);
  // What is no longer held has no message.
  if (row?.type !== 'frame' || text === undefined) return head;
  return `${head.slice(0, -1)},"msg":${exact(text)}}`;
}
