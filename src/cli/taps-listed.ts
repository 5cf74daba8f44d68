import { readHead } from '../disk/file.ts';
import { isObject } from '../json/shape.ts';
import { endedTaps, liveTaps, type TapMark, tapsFolder } from '../tap/taps.ts';
import { clock, counted } from '../text/measure.ts';
import { visible } from '../text/visible.ts';
import { readLine } from '../transcript/line.ts';
import { summarise } from '../transcript/recordings.ts';
import { type ExitCode, exit } from './exit.ts';
import type { Job } from './job.ts';
import { NO_TAPS, today } from './live-taps.ts';
import { printLines } from './print.ts';

/** A tap as a list shows it; one that has ended has no process. */
interface ListedTap {
  readonly client?: string | undefined;
  readonly server?: string | undefined;
  readonly frames?: number | undefined;
  readonly findings?: number | undefined;
  readonly pid?: number;
  readonly path: string;
  readonly started: string;
}

/** The live taps, and those that have ended today. */
export async function listTaps(job: Job): Promise<ExitCode> {
  const folder = tapsFolder();
  const live: ListedTap[] = [];
  for (const mark of liveTaps(folder)) live.push(await listedLive(mark));
  const ended: ListedTap[] = [];
  for (const path of endedTaps(folder, today())) ended.push(...(await listedEnded(path)));
  if (job.options.json) {
    job.io.json(JSON.stringify({ live, ended }));
    return exit.done;
  }
  if (live.length === 0) job.io.err(NO_TAPS);
  printLines(job, [
    ...live.flatMap((tap) => rows(tap, `pid ${tap.pid}`)),
    ...ended.flatMap((tap) => rows(tap, 'ended')),
  ]);
  return exit.done;
}

async function listedLive({ pid, client, server, path, started }: TapMark): Promise<ListedTap> {
  const summary = await summarise(path).catch(() => undefined);
  const { frames, findings } = summary ?? {};
  return {
    ...{ client: client ?? clientIn(path), server: server ?? summary?.server },
    ...{ pid, path, started, frames, findings },
  };
}

async function listedEnded(path: string): Promise<readonly ListedTap[]> {
  // It may have been deleted meanwhile.
  const summary = await summarise(path).catch(() => undefined);
  if (summary === undefined) return [];
  const { server, started, frames, findings } = summary;
  return [{ client: clientIn(path), server, path, started, frames, findings }];
}

/** Bytes in which the client has said who it is. */
const HEAD = 64 * 1024;

/** What the client calls itself, from the first lines of a recording. */
function clientIn(path: string): string | undefined {
  const lines = head(path).split('\n');
  for (const text of lines.filter((one) => one.includes('lientInfo"'))) {
    const line = readLine(text);
    const message = line.kind === 'entry' && isObject(line.message) ? line.message['params'] : undefined;
    const params = isObject(message) ? message : {};
    const meta = isObject(params['_meta']) ? params['_meta'] : {};
    const info = params['clientInfo'] ?? meta['io.modelcontextprotocol/clientInfo'];
    if (isObject(info) && typeof info['name'] === 'string') return info['name'];
  }
  return undefined;
}

function head(path: string): string {
  try {
    return readHead(path, HEAD).toString('utf8');
  } catch {
    return '';
  }
}

/** Who and what, and since when; then the path alone, to be copied whole. */
function rows(
  {
    client = 'unknown client',
    server = 'unknown server',
    path,
    started,
    frames = 0,
    findings = 0,
  }: ListedTap,
  how: string,
) {
  const facts = [counted(frames, 'message'), ...(findings === 0 ? [] : [counted(findings, 'finding')])];
  const since = clock(new Date(started)).slice(0, 8);
  return [
    visible([`${client} ⇄ ${server}`, how, facts.join(', '), `since ${since}`].join('  ')),
    `  ${visible(path)}`,
  ];
}
