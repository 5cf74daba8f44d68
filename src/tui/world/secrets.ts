import type { HeaderLine } from '../../session/frame.ts';
import { maskHeader } from '../../session/redaction/arguments.ts';
import { isSecret } from '../../session/redaction/names.ts';
import { mark } from '../../session/redaction/redaction.ts';

/** What stands beside a value that is masked. */
export const MASKED = 'masked · * reveals';

/** Hides the secrets of a session in what is shown of it; nothing while the person has asked to see them. */
export interface Secrets {
  /** Hides them in a text. */
  readonly mask: (text: string) => string;
  /** Hides the value of a header whose name says that it is one. */
  readonly header: (header: HeaderLine) => HeaderLine;
  readonly hide: Hide;
}

/**
 * Hides secrets in the JSON text of a string, which may be cut off at its end; `name` is that of the member it
 * stands under. Nothing to hide gives the same text back.
 */
export interface Hide {
  (json: string, name: string | undefined): string;
  /** Hides them in a whole JSON text, whose structure stays; absent where nothing is hidden. */
  readonly text?: (json: string) => string;
}

/** Nothing is hidden: what the person has asked to see. */
export const nothingSecret: Secrets = {
  mask: (text) => text,
  header: (header) => header,
  hide: (json) => json,
};

/** What hides the secrets of a session; `mask` is that of its host. */
export const secretsOf = (mask: (text: string) => string, revealed: boolean): Secrets =>
  revealed ? nothingSecret : { mask, header: (header) => maskHeader(header, mask), hide: hideSecrets(mask) };

/** A text without its secrets, and with a word on that where something was masked. */
export function maskedLine(text: string, mask: (text: string) => string): string {
  const masked = mask(text);
  return masked === text ? text : `${masked}  ${MASKED}`;
}

/** Whether something is masked in a text that is shown, and not already in the one that was sent or recorded. */
export const isMasked = (shown: string, sent: string): boolean =>
  shown.includes(mark) && !sent.includes(mark);

/** What stands in place of a hidden string. */
const HIDDEN = JSON.stringify(mark);

/**
 * Hides what the transcript hides: a string under a secret name, and in any string the secrets that show by their
 * shape or are known.
 */
export function hideSecrets(mask: (text: string) => string): Hide {
  const hide = (json: string, name: string | undefined): string => {
    const ended = ENDED.test(json);
    const inside = ended ? json.slice(1, -1) : json.slice(1);
    const text = inside.includes('\\') ? decoded(inside) : inside;
    if (name !== undefined && isSecret(name, text)) return HIDDEN;
    const masked = mask(text);
    if (masked === text) return json;
    const written = JSON.stringify(masked);
    return ended ? written : written.slice(0, -1);
  };
  return Object.assign(hide, { text: mask });
}

/** The closing quote, which no backslash stands before, or an even number of them. */
const ENDED = /^".*(?<!\\)(?:\\\\)*"$/s;

/** The text that the inside of a JSON string stands for; it may be cut off inside of an escape. */
function decoded(inside: string): string {
  const whole = inside.replace(/(?<!\\)((?:\\\\)*)\\(?:u[\da-f]{0,3})?$/i, '$1');
  return JSON.parse(`"${whole}"`);
}
