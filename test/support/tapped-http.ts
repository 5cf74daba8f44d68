import { once } from 'node:events';
import { systemClock } from '../../src/host/clock.ts';
import { openRecorded } from '../../src/host/recorded.ts';
import { type Started, startServer, transcripts } from './relayed.ts';

/** Puts a tap before a URL, and tells where clients find it. */
export async function tapBefore(
  url: string,
  options: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Started & { readonly url: string }> {
  const started = startServer([url], { tap: ['--http', '0', ...options], env });
  let said = '';
  started.child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  while (!said.includes('\n')) {
    const [chunk] = await Promise.race([
      once(started.child.stdout!, 'data'),
      started.seen.then(() => [undefined]),
    ]);
    if (chunk === undefined) throw new Error(`the tap ended: ${(await started.seen).stderr}`);
  }
  return { ...started, url: said.trim() };
}

/** What is known of a tap that has ended once its transcript is read. */
export async function readAgain({ state }: Started) {
  const host = await openRecorded(transcripts(state)[0] ?? '', systemClock);
  await host.whole;
  return host;
}
