import { visible } from '../text/visible.ts';

/** Makes a text safe to show: without its secrets. */
export type Mask = (text: string) => string;

/** As it is, where nothing is secret. */
export const unmasked: Mask = (text) => text;

/**
 * The beginning of a text of a server, for a sentence. Secrets go before it is cut: half of one is not recognized.
 *
 * @param most characters that are shown
 */
export function excerpt(text: string, most: number, mask: Mask): string {
  const masked = mask(text);
  return visible(masked.length > most ? `${masked.slice(0, most - 1)}…` : masked);
}
