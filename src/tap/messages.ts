import { parse } from '../json/parse.ts';
import { elementTexts, memberText } from '../json/parts.ts';
import { classify, type Envelope } from '../spec/envelope.ts';

/** One message of a line. */
export interface MessageInLine {
  readonly text: string;
  readonly envelope: Envelope;
  /** The exact text of its id; empty without one. */
  readonly id: string;
}

/** The messages of a line, or of the batch on it; empty for what is none. */
export function messagesIn(line: Buffer): readonly MessageInLine[] {
  const text = line.toString('utf8');
  const value = parse(text);
  if (value === undefined) return [];
  if (!Array.isArray(value)) return [messageOf(text, value)];
  return (elementTexts(text) ?? []).map((one, at) => messageOf(one, value[at]));
}

function messageOf(text: string, value: unknown): MessageInLine {
  const envelope = classify(value);
  return { text, envelope, id: 'id' in envelope ? (memberText(text, 'id') ?? '') : '' };
}
