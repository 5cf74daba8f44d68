import type { Host, NamedHost, NamedHosts } from '../../host/host.ts';
import { exitSentence, stderrReason } from '../../session/ending.ts';
import { visible, visibleLines, visibleText } from '../../text/visible.ts';
import { exitCode, faultReport, type WayOut, watchExits } from '../terminal/exits.ts';
import { type Mounted, mount, type TuiOptions } from './mount.tsx';

export type { TuiOptions } from './mount.tsx';

/**
 * Shows sessions on the terminal until the person leaves, and closes them. Resolves with the exit code, never
 * rejects. Whatever the way out, it goes the same: the terminal is given back as it was, then the sessions are
 * closed and the servers' processes end, then the error, if any, and the recordings' paths are printed.
 *
 *     mount ──▶ keys, frames … ──▶ a way out ──▶ unmount ──▶ host.close() ──▶ last words
 *                                                               └─ ctrl+c: at once
 */
export async function startTui(first: NamedHosts, options: TuiOptions): Promise<number> {
  const { stdout, stderr } = options;
  const printed: string[] = [];
  const end = deferred<WayOut>();
  const impatience = deferred<void>();
  let screen: Mounted | undefined;
  let isClosing = false;

  const leave = (way: WayOut) => {
    const interrupted = way.kind === 'signal' && way.signal === 'SIGINT';
    // What has the terminal is meant by its ctrl+c: an editor, not us.
    if (interrupted && screen?.lent()) return;
    if (isClosing && interrupted) impatience.resolve();
    if (isClosing && way.kind === 'error') printed.push(faultReport(way.error));
    end.resolve(way);
  };
  const unwatch = watchExits(stdout, leave);
  try {
    screen = mount(first, options, { leave, printed: (text) => printed.push(text) });
  } catch (error) {
    leave({ kind: 'error', error });
  }
  const way = await end.promise;
  isClosing = true;
  await screen?.unmount();
  const hosts = screen?.hosts() ?? first;
  const slow = setTimeout(() => {
    const isProcess = hosts.some(({ host }) => host.store.state().target.transport === 'stdio');
    const servers = hosts.length === 1 ? 'server' : 'servers';
    const isTraced = hosts.some(({ host }) => host.isTraced);
    const waited = isTraced
      ? `for the ${servers} to exit and the collector to answer`
      : isProcess
        ? `for the ${servers} to exit`
        : 'for the connection to close';
    if (way.kind !== 'gone') stderr.write(`waiting ${waited} (ctrl+c to quit now)\n`);
  }, SLOW);
  await Promise.race([Promise.all(hosts.map(({ host }) => host.close())), impatience.promise]);
  clearTimeout(slow);
  unwatch();
  if (way.kind !== 'gone') stderr.write(visibleText(lastWords(way, printed, hosts)));
  return exitCode(way);
}

/** ms that a server may take to end before a line says that we are waiting. */
const SLOW = 500;

function lastWords(way: WayOut, printed: readonly string[], hosts: readonly NamedHost[]): string {
  const texts = way.kind === 'error' ? [...printed, faultReport(way.error)] : printed;
  const mask = (text: string): string => hosts.reduce((masked, { host }) => host.mask(masked), text);
  const ofSession = ({ name, host }: NamedHost): readonly string[] => {
    const recording = host.recording();
    const lines = [
      // It was seen on screen, and is not what ends now.
      ...(way.kind === 'again' ? [] : lastOfServer(host)),
      ...(host.isTraced ? host.remarks() : []),
      ...(recording ? [recording.stopped ?? `recording: ${recording.path}`] : []),
    ];
    return lines.map((line) => visible(hosts.length === 1 ? line : `${name}: ${line}`));
  };
  return [...texts.flatMap((text) => visibleLines(mask(text))), ...hosts.flatMap(ofSession)]
    .map((line) => `${line}\n`)
    .join('');
}

/** How the server ended by itself, or that it had to be made to when it was left: its author will want to know. */
function lastOfServer({ connection, store }: Host): readonly string[] {
  const { process, target } = store.state();
  // Only a process can end by itself; a connection is ended by us.
  const exit = target.transport === 'stdio' ? process?.exit : undefined;
  if (connection === undefined || exit?.detail === undefined) return [];
  const own = stderrReason(exit);
  return [own === '' ? `the server did not exit by itself: ${exit.detail}` : `${exitSentence(exit)}${own}`];
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
