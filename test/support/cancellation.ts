import { readFileSync } from 'node:fs';

interface Sent {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly requestId?: unknown; readonly reason?: string };
}

/** What the server was told when the only call of a tool in a recording was cancelled; nothing where it was not. */
export function cancellationIn(file: string): string | undefined {
  const sent = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"dir":"c2s"'))
    .map((line): Sent => JSON.parse(line).msg);
  const call = sent.find(({ method }) => method === 'tools/call');
  const told = sent.find(
    ({ method, params }) => method === 'notifications/cancelled' && params?.requestId === call?.id,
  );
  return told?.params?.reason;
}
