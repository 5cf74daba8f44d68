import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { type Mask, unmasked } from '../check/excerpt.ts';
import type { CheckFinding } from '../check/finding.ts';
import { lockFindings } from '../check/lock.ts';
import type { Checked } from '../check/reports/report.ts';
import type { Subject } from '../check/subject.ts';
import { wireFindings } from '../check/wire.ts';
import { LIST_NAMES } from '../spec/methods.ts';
import { answeredIn, NOTHING_ANSWERED, type ServerDocument } from '../surface/answered.ts';
import { itemCounts, type Surface, surfaceOf } from '../surface/surface.ts';
import { quoteWord } from '../text/quote.ts';
import { visible } from '../text/visible.ts';
import type { CheckAsked } from './check-asked.ts';
import type { Job } from './job.ts';
import { type Side, twoServers } from './sides.ts';

/** One thing that is checked: what is known of it, and what was found beside that: on its wire, and against a lock. */
export interface Examined {
  /** Absent for a server that could not be looked at. */
  readonly subject?: Subject;
  /** A recording or a lock. */
  readonly isFile?: boolean;
  readonly beside: readonly CheckFinding[];
  readonly checked: Checked;
  readonly mask: Mask;
}

/**
 * All that is to be known of a server, a recording or a lock.
 *
 * @param called what clients call it, where that is said
 * @param lock what it is compared with
 * @param documents what describes the server elsewhere
 */
export function examine(
  job: Job,
  side: Side,
  { clients, alone }: CheckAsked,
  called?: string,
  lock?: Side,
  documents: readonly ServerDocument[] = [],
): Examined {
  const { host, kind, name } = side;
  const label = kind === 'server' ? {} : { label: name };
  // With its secrets: a rule looks for them.
  const surface = host === undefined ? side.surface : surfaceOf(host.store.state(), host.log.text);
  const answered = host === undefined ? NOTHING_ANSWERED : { ...answeredIn(host.log), documents };
  const two = lock === undefined ? undefined : twoServers(lock.surface, side.surface);
  if (two !== undefined)
    job.io.err(visible(`${lock?.name} is the lock of another server: ${two[0]}, not ${two[1]}`));
  const mask = host?.mask ?? unmasked;
  const location = locationOf(job, side);
  return {
    isFile: kind !== 'server',
    subject: {
      surface,
      answered,
      server: called ?? surface.server?.name ?? '',
      clients,
      mask,
    },
    beside: [
      ...(host === undefined ? [] : wireFindings({ ...host.store.state(), log: host.log })),
      ...(lock === undefined
        ? []
        : lockFindings(
            {
              surface: lock.surface,
              file: quoteWord(lock.name),
              to: kind === 'server' ? '-- <command>' : quoteWord(name),
            },
            side.surface,
            clients,
          )),
    ],
    checked: {
      ...label,
      ...(location === undefined ? {} : { location }),
      ...(hasNothing(side, surface) ? { hasNothing: true as const } : {}),
      name: [surface.server?.name ?? 'a server without a name', surface.server?.version ?? '']
        .join(' ')
        .trim(),
      facts: [
        surface.revision ?? '',
        ...itemCounts(surface),
        ...(alone === undefined ? [] : [`asked about ${alone.name} alone`]),
      ]
        .filter((fact) => fact !== '')
        .join(', '),
    },
    mask,
  };
}

/** Whether a recording or log has no list of the server, of which most is to be said. */
const hasNothing = ({ kind }: Side, { lists }: Surface): boolean =>
  kind === 'recording' && LIST_NAMES.every((list) => lists[list] === undefined);

/**
 * The file of this folder that stands for what was checked: that of the recording or lock, of the configuration, or the first that
 * the command names.
 */
function locationOf({ options, io }: Job, { kind, name, host }: Side): string | undefined {
  const target = host?.store.state().target;
  const words =
    kind !== 'server'
      ? [name]
      : options.config !== undefined
        ? [options.config]
        : target?.transport === 'stdio'
          ? [target.command, ...target.args]
          : [];
  for (const word of words) {
    const path = relative(io.cwd, resolve(io.cwd, word));
    if (path !== '' && !path.startsWith('..') && !path.startsWith(sep) && existsSync(resolve(io.cwd, path)))
      return path.split(sep).join('/');
  }
  return undefined;
}
