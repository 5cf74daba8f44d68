import { parse } from '../json/parse.ts';
import type { Entry, FrameEntry, HttpEntry, InvalidEntry } from '../session/frame.ts';
import { type Hidden, type Redacted, type Redactor, restore } from '../session/redaction/redaction.ts';

/** What a member of a line was before: its hidden spans, or all of it, as text (bytes in base64) or as JSON. */
export type Original =
  | { readonly member: string; readonly hidden: readonly Hidden[] }
  | { readonly member: string; readonly text: string; readonly json?: true };

/** An entry as it may be written to a file, with what takes to undo it. */
export interface RedactedEntry {
  readonly entry: Entry;
  readonly originals: readonly Original[];
}

/**
 * Replaces the secrets of an entry; undefined for one that has none. `redacted`
 * lists pointers into the message for frames (none where only the text around the message was touched), into the
 * line for all others.
 */
export function redactEntry(redactor: Redactor, entry: Entry): RedactedEntry | undefined {
  switch (entry.type) {
    case 'frame':
      return redactFrame(redactor, entry);
    case 'invalid':
      return redactInvalid(redactor, entry);
    case 'stderr':
      return redactMembers(redactor, entry, ['text']);
    case 'http':
      return redactHttp(redactor, entry);
    case 'life':
      return redactMembers(redactor, entry, ['detail', 'url']);
    case 'finding':
      return redactMembers(redactor, entry, ['path', 'message']);
    case 'note':
      return redactMembers(redactor, entry, ['text']);
  }
}

/** The entry as it was, to the character. */
export function restoreEntry(entry: Entry, originals: readonly Original[]): Entry {
  const { redacted: _, ...line } = entry;
  const members: Record<string, unknown> = { ...line };
  for (const original of originals) {
    const { member } = original;
    members[member] =
      'hidden' in original
        ? restore(String(members[member]), original.hidden)
        : original.json
          ? JSON.parse(original.text)
          : original.text;
  }
  return members as unknown as Entry;
}

function redactFrame(redactor: Redactor, entry: FrameEntry): RedactedEntry | undefined {
  const msg = redactor.json(entry.msg);
  const isAlone = entry.pre === undefined && entry.post === undefined;
  const around = isAlone ? undefined : redactTexts(redactor, entry, ['pre', 'post']);
  if (msg === undefined && around === undefined) return undefined;
  // `raw` would say it all again: it is never on a redacted line.
  const { raw, ...line } = entry;
  const originals = [...(around?.originals ?? [])];
  if (msg !== undefined) originals.push({ member: 'msg', hidden: msg.hidden });
  if (raw !== undefined) originals.push({ member: 'raw', text: raw });
  return {
    entry: { ...line, ...around?.texts, redacted: msg?.pointers ?? [], msg: msg?.text ?? entry.msg },
    originals,
  };
}

function redactInvalid(redactor: Redactor, entry: InvalidEntry): RedactedEntry | undefined {
  return joined(entry, [redactMembers(redactor, entry, ['text', 'why']), redactBytes(redactor, entry)]);
}

function redactHttp(redactor: Redactor, entry: HttpEntry): RedactedEntry | undefined {
  return joined(entry, [
    redactMembers(redactor, entry, ['url', 'body', 'detail']),
    redactBytes(redactor, entry),
    redactHeaders(redactor, entry),
    redactEvent(redactor, entry),
  ]);
}

/** Bytes as Latin-1: one character each, so that what is not text stays as it is. */
function redactBytes(redactor: Redactor, entry: InvalidEntry | HttpEntry): RedactedEntry | undefined {
  if (entry.base64 === undefined) return undefined;
  const bytes = redactor.plain(Buffer.from(entry.base64, 'base64').toString('latin1'));
  if (bytes === undefined) return undefined;
  const base64 = Buffer.from(bytes.text, 'latin1').toString('base64');
  return {
    entry: { ...entry, redacted: ['/base64'], base64 },
    originals: [{ member: 'base64', text: entry.base64 }],
  };
}

function redactHeaders(redactor: Redactor, entry: HttpEntry): RedactedEntry | undefined {
  const { headers = [] } = entry;
  const masked = headers.map(redactor.header);
  const redacted = masked.flatMap(([, value], at) =>
    value === headers[at]?.[1] ? [] : [`/headers/${at}/1`],
  );
  if (redacted.length === 0) return undefined;
  return {
    entry: { ...entry, redacted, headers: masked },
    originals: [{ member: 'headers', text: JSON.stringify(headers), json: true }],
  };
}

/** The comment and the name of an event; its id has to stay, the next request may name it. */
function redactEvent(redactor: Redactor, entry: HttpEntry): RedactedEntry | undefined {
  const { event } = entry;
  if (event?.comment === undefined) return undefined;
  const comment = redactor.plain(event.comment)?.text;
  if (comment === undefined) return undefined;
  return {
    entry: { ...entry, redacted: ['/event/comment'], event: { ...event, comment } },
    originals: [{ member: 'event', text: JSON.stringify(event), json: true }],
  };
}

/** What was done to different members of one line, together. */
function joined(entry: Entry, parts: readonly (RedactedEntry | undefined)[]): RedactedEntry | undefined {
  const done = parts.filter((part) => part !== undefined);
  if (done.length === 0) return undefined;
  const changed: Record<string, unknown> = {};
  for (const part of done) {
    for (const { member } of part.originals) changed[member] = part.entry[member as keyof Entry];
  }
  const redacted = done.flatMap((part) => part.entry.redacted ?? []);
  return {
    entry: { ...entry, ...changed, redacted } as Entry,
    originals: done.flatMap(({ originals }) => originals),
  };
}

function redactMembers(
  redactor: Redactor,
  entry: Entry,
  names: readonly string[],
): RedactedEntry | undefined {
  const done = redactTexts(redactor, entry, names);
  if (done === undefined) return undefined;
  const redacted = Object.keys(done.texts).map((name) => `/${name}`);
  return { entry: { ...entry, ...done.texts, redacted } as Entry, originals: done.originals };
}

function redactTexts(redactor: Redactor, entry: Entry, names: readonly string[]) {
  const texts: Record<string, string> = {};
  const originals: Original[] = [];
  for (const name of names) {
    const value = (entry as unknown as Readonly<Record<string, unknown>>)[name];
    const done = typeof value === 'string' ? redactText(redactor, value) : undefined;
    if (done === undefined) continue;
    texts[name] = done.text;
    originals.push({ member: name, hidden: done.hidden });
  }
  return originals.length === 0 ? undefined : { texts, originals };
}

/** A line that is not a message may still be JSON, with secrets under their names. */
function redactText(redactor: Redactor, text: string): Redacted | undefined {
  if (/^\s*[[{]/.test(text) && parse(text) !== undefined) return redactor.json(text);
  return redactor.plain(text);
}
