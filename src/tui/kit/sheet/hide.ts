import { isSecret } from '../../../session/secrets.ts';
import type { Hide } from './sheet.ts';

/** What stands in place of a hidden string. */
const HIDDEN = '"[redacted]"';

/** Nothing is hidden: what a person has asked to see. */
export const hideNothing: Hide = (json) => json;

/**
 * Hides what the transcript hides: a string under a secret name, and in any string the secrets that show by their
 * shape or are known. `mask` is that of the host.
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
