/**
 * Thrown to answer a request with a JSON-RPC error. The SDK's own `McpError` writes "MCP error -32602:" before its
 * message on the wire.
 */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
