import { parse } from '../json/parse.ts';
import { memberText, memberTexts, withMember, withoutMember } from '../json/parts.ts';
import { isObject } from '../json/shape.ts';
import type { Entry } from '../session/frame.ts';
import type { Redactor } from '../session/redaction/redaction.ts';
import { readLine } from './line.ts';
import { redactEntry } from './redact-entry.ts';

/** A line of a transcript without its secrets, and where in it they were: JSON pointers, as `redacted` has them. */
export interface RedactedLine {
  readonly text: string;
  readonly pointers: readonly string[];
}

/**
 * Replaces the secrets of a line that was written before, whoever wrote it and however old it is. All else stays to the
 * character, also in a torn line and one of a type that is not known here. Nothing where there is nothing to replace.
 */
export function redactLine(redactor: Redactor, line: string): RedactedLine | undefined {
  const read = readLine(line);
  const done = read.kind === 'entry' ? redactEntry(redactor, read.entry) : undefined;
  const pointers = done?.entry.redacted ?? [];
  const changed =
    read.kind === 'entry' && done !== undefined ? rewritten(line, read.entry, done.entry, pointers) : line;
  const text = read.kind === 'entry' ? withRest(redactor, changed) : redactor.mask(line);
  return text === line ? undefined : { text, pointers };
}

/** The first line of a transcript without its secrets; it says that they are replaced. */
export function redactHeader(redactor: Redactor, line: string): RedactedLine | undefined {
  const header = parse(line);
  if (!isObject(header)) return redactLine(redactor, line);
  let text = line;
  const { target, redaction } = header;
  if (isObject(target)) {
    const { command, url } = target;
    let own = memberText(line, 'target') ?? '';
    if (Array.isArray(command) && command.every((word) => typeof word === 'string')) {
      const words = redactor.words(command);
      if (words.some((word, at) => word !== command[at]))
        own = withMember(own, 'command', JSON.stringify(words));
    }
    if (typeof url === 'string' && redactor.mask(url) !== url)
      own = withMember(own, 'url', JSON.stringify(redactor.mask(url)));
    text = withMember(text, 'target', own);
  }
  if (isObject(redaction) && redaction['on'] !== true)
    text = withMember(text, 'redaction', withMember(memberText(line, 'redaction') ?? '', 'on', 'true'));
  text = redactor.plain(text)?.text ?? text;
  return text === line ? undefined : { text, pointers: [] };
}

/** What is secret in members that {@link redactEntry} does not know; of a frame the message is done already. */
function withRest(redactor: Redactor, line: string): string {
  const { head, msg } = cut(line);
  if (!redactor.mayFind(head)) return line;
  return `${redactor.plain(head)?.text ?? head}${msg}`;
}

/** A frame before and from the text of its message on, as we write it; of any other line all is before. */
function cut(line: string): { readonly head: string; readonly msg: string } {
  const at = line.startsWith('{"type":"frame"') ? line.indexOf('"msg":') : -1;
  return at < 0 ? { head: line, msg: '' } : { head: line.slice(0, at), msg: line.slice(at) };
}

/** The line with the members that are another now, and with the pointers that were there already. */
function rewritten(line: string, before: Entry, after: Entry, pointers: readonly string[]): string {
  const redacted = [...new Set([...(before.redacted ?? []), ...pointers])];
  const { head, msg } = cut(line);
  if (msg === '' || after.type !== 'frame' || before.type !== 'frame')
    return withMembers(line, before, after, redacted);
  // The message stands last, as its sender wrote it.
  const own = withMembers(`${head.trimEnd().slice(0, -1)}}`, { ...before, msg: after.msg }, after, redacted);
  const at = msg.indexOf(before.msg);
  return `${own.slice(0, -1)},${msg.slice(0, at)}${after.msg}${msg.slice(at + before.msg.length)}`;
}

function withMembers(line: string, before: Entry, after: Entry, redacted: readonly string[]): string {
  let text = line;
  const old = before as unknown as Readonly<Record<string, unknown>>;
  const now = { ...(after as unknown as Readonly<Record<string, unknown>>), redacted };
  for (const [name, value] of Object.entries(now)) {
    if (value === old[name]) continue;
    // A message is JSON already.
    const json = name === 'msg' ? String(value) : JSON.stringify(value);
    const isThere = memberTexts(text)?.some(([one]) => one === name) === true;
    text = isThere ? withMember(text, name, json) : withLast(text, name, json);
  }
  for (const name of Object.keys(old)) if (!(name in now)) text = withoutMember(text, name);
  return text;
}

function withLast(text: string, name: string, json: string): string {
  const end = text.lastIndexOf('}');
  return `${text.slice(0, end)},${JSON.stringify(name)}:${json}${text.slice(end)}`;
}
