import { spawn } from 'node:child_process';

/** Ends a server that would be left behind. */
export interface Watchdog {
  /** Nothing is left to be ended. */
  goodbye(): void;
}

/**
 * Holds the other end of a pipe of ours. When that closes without a word, we are gone, whatever it was: the processes of
 * the group have a second to notice that their streams have ended, another one after SIGTERM, and are killed then. A
 * group that has ended is not looked for again: its number may be somebody else's by then. `kill -s` and `--` are the form
 * that all shells know.
 */
const SCRIPT = `
trap '' HUP INT QUIT TERM
read -r word
[ "$word" = bye ] && exit
tries=0
while kill -s 0 -- "-$1"; do
  case $tries in
    10) kill -s TERM -- "-$1"; kill -s CONT -- "-$1" ;;
    20) kill -s KILL -- "-$1"; exit ;;
  esac
  tries=$((tries + 1))
  sleep 0.1
done`;

/** Watches over the process group with this number; on Windows the system itself ends the processes that we have started. */
export function watchOver(group: number): Watchdog {
  if (process.platform === 'win32') return { goodbye: () => {} };
  const { PATH = '/usr/bin:/bin' } = process.env;
  const dog = spawn('/bin/sh', ['-c', SCRIPT, 'mcp-loupe-watchdog', String(group)], {
    cwd: '/',
    env: { PATH },
    // Out of reach of what is done to our own group.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const nothing = (): void => {};
  dog.on('error', nothing);
  dog.stdin.on('error', nothing);
  dog.unref();
  return { goodbye: () => dog.stdin.end('bye\n') };
}
