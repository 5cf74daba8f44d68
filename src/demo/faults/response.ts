/** A response of JSON-RPC. */
export type RpcResponse = Readonly<Record<string, unknown>>;

/**
 * A response as JSON-RPC has it, for what is sent past the SDK.
 *
 * @param isModern says in the result that it is one, as 2026-07-28 wants it
 */
export const responseTo = (id: unknown, result: object, isModern: boolean) => ({
  jsonrpc: '2.0',
  id,
  result: isModern ? { resultType: 'complete', ...result } : result,
});

/** The same to a request that nobody sent: a fault. */
export const misdirected = (right: RpcResponse): RpcResponse => ({
  ...right,
  id: `${right['id']}-but-other`,
});
