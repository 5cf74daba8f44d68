/** The URL of a page that a browser may be sent to: with http or https, and a host. */
export function pageOf(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.host !== '' ? url : undefined;
}
