import type { Seqs } from '../../../session/log/column.ts';
import type { SessionState } from '../../../session/state.ts';
import { LOG_LEVELS, type LogLevel } from '../../../spec/log-level.ts';
import { memo } from '../../../time/memo.ts';
import { logRows, moveInLog } from '../../kit/log/commands.ts';
import type { RowStep } from '../../kit/movement.ts';
import { type Offer, openPalette } from '../../overlay/palette.tsx';
import { ALWAYS, type Context, inScope, type Situation } from '../../world/command.ts';
import { announces } from '../../world/reason.ts';
import { tell, warn } from '../../world/say.ts';
import { outputFound, SLICE } from './state.ts';

const levelDisabledReason = announces('logging', 'The server does not support logging.');

/** What works in the list of the Output screen. */
export const output = inScope(
  { id: 'output', title: 'Output' },
  {
    ...logRows('output', shown),
    'output.level': {
      keys: ['L'],
      label: 'log level',
      hint: 'level',
      unlisted: true,
      disabled: levelDisabledReason,
      run: chooseLevel,
    },
  },
);

/** What works everywhere: the level is chosen from the palette too. */
export const everywhere = inScope(ALWAYS, {
  'log.level': { keys: [], label: 'log level', disabled: levelDisabledReason, run: chooseLevel },
});

/** Moves the selection of the output. */
export const moveInOutput = (context: Context, step: RowStep): void =>
  moveInLog(context, 'output', shown(context), step);

function shown({ host, ui }: Situation): Seqs {
  return outputFound(host, ui.get().output, SLICE).seqs;
}

/** Opens the list of levels of log messages. */
function chooseLevel({ ui }: Context): void {
  ui.update(openPalette('Minimum log level', levelOffers));
}

/** What each level is for (RFC 5424, 6.2.1). */
const ABOUT: Readonly<Record<LogLevel, string>> = {
  debug: 'for debugging: everything',
  info: 'normal operation',
  notice: 'normal but significant',
  warning: 'warnings',
  error: 'errors',
  critical: 'critical conditions',
  alert: 'immediate action required',
  emergency: 'system unusable',
};

/** The levels, the one that holds marked; in the modern era also that none are wanted. */
function levelOffers({ host }: Situation): readonly Offer[] {
  const { era, logging } = host.store.state();
  return offersFor(era, logging.level);
}

const offersFor = memo((era: SessionState['era'], now: LogLevel | undefined): readonly Offer[] => {
  const offer = (level: LogLevel | undefined, about: string): Offer => ({
    key: `level ${level ?? 'none'}`,
    label: level ?? 'none',
    about,
    ...(level === now ? { kind: 'now' } : {}),
    run: (context) => choose(context, level),
  });
  const levels = LOG_LEVELS.map((level) => offer(level, ABOUT[level]));
  return era === 'modern' ? [...levels, offer(undefined, 'no log messages')] : levels;
});

function choose(context: Context, level: LogLevel | undefined): void {
  const { host, ui } = context;
  const call = host.connection?.logAt(level);
  ui.update((now) => ({ ...now, logLevel: level ?? 'none' }));
  const words = level === undefined ? 'no log messages' : `log messages from ${level} up`;
  if (call === undefined) {
    tell(context, `${words}: requested with every request from now on`);
    return;
  }
  void call.done.then((outcome) => {
    if (outcome.kind === 'result') tell(context, words);
    else if (outcome.kind === 'error')
      warn(context, `The server refused ${level}: ${host.store.state().logging.refused ?? 'an error'}.`);
    else warn(context, outcome.why);
  });
}
