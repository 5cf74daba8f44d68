/**
 * The URL that a text is, resolved against `base` if there is one; nothing where it is none.
 *
 * `URL.canParse` must not be asked: in Node 20 and 22 it denies every text with a character such as `ä` (U+0080 to
 * U+00FF) as soon as the function that asks has been optimized.
 */
export function urlOf(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
