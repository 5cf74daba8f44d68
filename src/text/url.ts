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

/** A text without its percent encoding; a percent sign that encodes nothing stands for itself. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The name and the password in a URL as HTTP takes them (RFC 7617); nothing where it has neither. */
export function basicLogin({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const pair = `${percentDecoded(username)}:${percentDecoded(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}
