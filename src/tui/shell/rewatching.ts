import type { Watching } from '../../disk/watched.ts';
import { cut } from '../../text/cut.ts';
import { firstOf } from '../../text/few.ts';
import { counted } from '../../text/measure.ts';
import { visible } from '../../text/visible.ts';
import { changesSince, saidOtherwise } from '../screens/catalogue/changed.ts';
import { crossedSince } from '../screens/catalogue/changes.ts';
import { rerun } from '../screens/catalogue/rerun.ts';
import type { Context } from '../world/command.ts';
import { overlayOf, withoutOverlay } from '../world/overlay.ts';
import type { Schedule } from '../world/pace.ts';
import { tell, warn } from '../world/say.ts';

/** Files whose changes restart the server. */
export interface WatchOptions {
  /** Globs, files and folders, as given. */
  readonly patterns: readonly string[];
  readonly cwd: string;
}

/** ms without a change before the server is restarted, and the most that a row of changes can put it off. */
const QUIET = 200;
const LONGEST = 3_000;
/** Cells shown of the server's last output. */
const SAID = 40;

/**
 * Restarts the server when its files change, one restart after the other, and then makes the last call again. A server
 * that does not start is given up when its files change again. Returns the way to stop.
 *
 *   idle ─ change ─▶ quiet for a while? ─▶ restarting ─▶ the last call again ─▶ idle
 *                        ▲                     │
 *                        └──── changed again ──┘
 */
export function restartOnChange(
  context: Context,
  watch: WatchOptions,
  schedule: Schedule,
): () => Promise<void> {
  const { host } = context;
  const changed = new Set<string>();
  let since = 0;
  let callOff: (() => void) | undefined;
  let isRestarting = false;
  let isOver = false;

  const onChange = (path: string): void => {
    if (isOver) return;
    if (changed.size === 0) since = host.now();
    changed.add(path);
    callOff?.();
    callOff = schedule(Math.max(0, Math.min(QUIET, since + LONGEST - host.now())), due);
  };

  const due = (): void => {
    callOff = undefined;
    if (!isRestarting) void restart();
    // A server that is not up yet is the old one now.
    else if (host.store.state().phase === 'connecting') void host.connection?.close();
  };

  const restart = async (): Promise<void> => {
    isRestarting = true;
    // Said again when the server is ready: nobody has read it in the time that a restart takes.
    const closed: string[] = [];
    while (changed.size > 0 && callOff === undefined && !isOver) {
      const names = [...changed];
      changed.clear();
      closed.push(...closeQuestion(context));
      tell(context, [`${firstOf(names, 1)} changed: restarting the server`, ...closed].join('; '));
      const from = host.log.length;
      const end = await host.connection?.restart();
      if (changed.size === 0 && !isOver) void told(context, end === 'ready', from, closed.splice(0));
    }
    isRestarting = false;
  };

  const watching = begin(context, watch, onChange);
  return async () => {
    isOver = true;
    callOff?.();
    await (await watching)?.close();
  };
}

/** What watches is loaded when there is something to watch. */
async function begin(
  context: Context,
  { patterns, cwd }: WatchOptions,
  onChange: (path: string) => void,
): Promise<Watching | undefined> {
  const say = (files: string): void =>
    context.ui.update((now) => ({ ...now, watched: `${patterns.join(' ')} (${files})` }));
  const onError = (why: string): void => {
    say('no longer watched');
    warn(context, `--watch: ${why}`);
  };
  const { watchFiles } = await import('../../disk/watched.ts');
  const watching = await watchFiles({ patterns, cwd, onChange, onError });
  say(counted(watching.count, 'file'));
  if (watching.count === 0) warn(context, `--watch: no file matches ${patterns.join(' ')} yet`);
  return watching;
}

/** Says how a restart went, what changed in the lists, and what differs in the result of the last call. */
async function told(
  context: Context,
  isReady: boolean,
  from: number,
  closed: readonly string[],
): Promise<void> {
  const { host } = context;
  if (!isReady) {
    const { phase, why, stderr } = host.store.state();
    // Another restart has begun meanwhile.
    if (phase === 'connecting' || phase === 'ready') return;
    const last =
      stderr.findLast((line) => /error/i.test(line)) ?? stderr.findLast((line) => line.trim() !== '');
    const said = last?.trim() ?? why.at(-1) ?? 'it did not start again';
    const next = ['the next change tries again (1 Server)', ...closed].join('; ');
    warn(context, `${cut(visible(host.mask(said)), SAID)}; ${next}`);
    return;
  }
  // After the announcements of the lists: this one sentence contains all of it.
  await new Promise((done) => setImmediate(done));
  const crossed = await crossedSince(host);
  const news = (again?: string): string => {
    const state = host.store.state();
    const lists = changesSince(state.lists, from);
    return [
      ...[lists.length === 0 ? 'server ready' : 'server ready (D: changes)', ...closed, ...lists],
      ...(again === undefined ? [] : [again]),
      ...crossed,
      ...saidOtherwise(state),
    ].join('; ');
  };
  tell(context, news());
  const { session } = host.store.state();
  const again = await rerun(context, 'alt+r');
  if (again !== undefined && host.store.state().session === session) tell(context, news(again));
}

/** Closes a question whose yes would run something on the next server, for which nobody has agreed to it; says so. */
function closeQuestion({ ui }: Context): readonly string[] {
  if (overlayOf(ui.get(), 'question')?.sends === undefined) return [];
  ui.update(withoutOverlay('question'));
  return ['your question is closed, nothing was sent'];
}
