/** Headers as the Language Server Protocol has them before each message; MCP over stdio has none. */
const HEADER = /^content-(length|type)[ \t]*:[ \t]*(.*?)[ \t]*\r?$/i;

/** Whether a line is such a header. */
export function isHeader(bytes: Buffer): boolean {
  return bytes.length < 200 && HEADER.test(bytes.toString('latin1'));
}

/** How many bytes headers announce, or undefined. */
export function announcedLength(headers: readonly Buffer[]): number | undefined {
  for (const bytes of headers) {
    const [, name, value] = HEADER.exec(bytes.toString('latin1')) ?? [];
    if (name?.toLowerCase() === 'length' && value && /^\d{1,9}$/.test(value)) return Number(value);
  }
  return undefined;
}
