import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CONFIGS, type Configured, configuredNamed, filesOf } from '../../clients/config-places.ts';
import type { Surroundings } from '../../clients/folders.ts';
import { homeFolder } from '../../disk/place.ts';
import {
  backUp,
  backupOf,
  type ConfigProblem,
  type ConfigText,
  dropBackup,
  readConfigText,
  writeConfigText,
} from '../../tap/config-text.ts';
import { type ConfigPlan, keptOf, planInstall, planRestore, type RestorePlan } from '../../tap/install.ts';
import {
  type InstalledEntry,
  InstalledError,
  installedPath,
  readInstalled,
  withInstalled,
} from '../../tap/installed.ts';
import { binFolder, nodePath, programCopy, sweepCopies } from '../../tap/launcher.ts';
import { liveTaps, tapsFolder } from '../../tap/taps.ts';
import { firstOf } from '../../text/few.ts';
import { counted } from '../../text/measure.ts';
import { reason } from '../../text/reason.ts';
import { closest } from '../../text/suggest.ts';
import { type ExitCode, exit, UsageError } from '../exit.ts';
import { shellOf } from '../io.ts';
import type { Job } from '../job.ts';
import { printLines } from '../print.ts';
import { changeLines } from './change.ts';

/** `tap --install CLIENT`: puts a tap before the servers of a client's configs, once the person has seen the change. */
export async function installTaps(job: Job, word: string): Promise<ExitCode> {
  return told(async () => {
    const client = clientOf(word);
    const { configs, problems, looked } = read(job, client);
    const names = namesOf(job);
    if (configs.length + problems.length === 0) throw new UsageError(noConfig(client, looked));
    insistNames(names, client, configs);
    const { argv, execPath } = process;
    const copy = programCopy(argv[1] ?? '');
    const node = nodePath(execPath, job.io.env['PATH'] ?? '');
    const launcher = { node, program: copy.program, client: client.id };
    const plans = configs.map((config) => planInstall(config, names, launcher));
    const changing = plans.filter(({ done }) => done.length > 0);
    for (const plan of plans) printLines(job, linesOf(client, plan, names));
    for (const { problem } of problems) job.io.err(`mcp-loupe: ${problem}`);
    if (changing.length === 0) {
      if (configs.length > 0) printLines(job, [`nothing to tap in ${client.name}`]);
      return problems.length > 0 ? exit.failed : exit.done;
    }
    if (job.options.dryRun) return tellUnchanged(job);
    if (!(await agreed(job, changing.length))) {
      printLines(job, ['nothing was changed']);
      return exit.done;
    }
    const why = await withInstalled(installedPath(), (entries, keep) => {
      // Another one that sweeps must not find it before an entry names it.
      copy.make();
      let kept = entries;
      const failed = changing.flatMap((plan) => {
        const before = kept;
        const added = keptOf(plan, client.id, new Date().toISOString());
        const isTapped = plan.config.entries.some(({ tap }) => tap !== undefined);
        // Kept first: were we ended in between, what an entry was would be lost.
        kept = [...before.filter((one) => !added.some((other) => isSame(one, other))), ...added];
        keep(kept);
        // What cannot be written leaves no copy of its secrets behind.
        const problem = writeConfigText(plan.config, plan.after, () => backUp(plan.config, isTapped));
        if (problem === undefined) return [];
        if (!isTapped) dropBackup(plan.config.path);
        kept = before;
        keep(kept);
        return [{ file: plan.config.real, problem }];
      });
      sweep(job, kept);
      return failed;
    });
    for (const { problem } of why) job.io.err(`mcp-loupe: ${problem}`);
    const done = changing.filter(({ config }) => !why.some(({ file }) => file === config.real));
    if (done.length > 0) printLines(job, installedLines(client, done));
    return why.length + problems.length > 0 ? exit.failed : exit.done;
  });
}

/** `tap --uninstall CLIENT`: the entries become what they were, wherever they are now. */
export async function uninstallTaps(job: Job, word: string): Promise<ExitCode> {
  return told(async () => {
    const client = clientOf(word);
    const { io, options } = job;
    const names = namesOf(job);
    const bin = binFolder();
    const run = (
      entries: readonly InstalledEntry[],
      keep: (entries: readonly InstalledEntry[]) => void,
    ): ExitCode => {
      const looked = read(job, client);
      const files = new Set([...looked.looked, ...looked.configs.map(({ real }) => real)]);
      const own = entries.filter(({ file, client: id }) => id === client.id || files.has(file));
      const chosen = own.filter(({ path }) => names.length === 0 || names.includes(path.at(-1) ?? ''));
      const more = [...new Set(own.map(({ file }) => file))].filter(
        (file) => !looked.configs.some(({ real }) => real === file),
      );
      const others = more.map((file) => readConfigText(file, configOf(file, own, client), worldOf(job)));
      const configs = [...looked.configs, ...others.filter(isConfig)];
      const problems = [...looked.problems, ...others.filter(isProblem)];
      const plans = configs.map((config) =>
        planRestore(config, {
          here: chosen.filter(({ file }) => file === config.real),
          elsewhere: chosen.filter(({ file }) => file !== config.real),
          names,
          client: client.id,
          isOurs: (program) => program.startsWith(bin),
        }),
      );
      const found = new Set(plans.flatMap((plan) => [...plan.found]));
      const unread = new Set(problems.map(({ path }) => path));
      const lost = chosen.filter((one) => !found.has(one) && !unread.has(one.file));
      for (const plan of plans) printLines(job, restoredLines(job, client, plan));
      printLines(
        job,
        lost.map(({ file, path }) => `${path.at(-1)}: is no longer in ${file}, nothing to restore`),
      );
      for (const { problem } of problems) io.err(`mcp-loupe: ${problem}`);
      const isNothing = plans.every(({ done, left }) => done.length + left.length === 0);
      if (chosen.length === 0 && isNothing)
        printLines(job, [
          names.length === 0 ? `nothing of ${client.name} is tapped` : `not tapped: ${names.join(', ')}`,
        ]);
      if (options.dryRun) return tellUnchanged(job);
      const why = plans.flatMap(({ config, after, done }) => {
        const problem = done.length === 0 ? undefined : writeConfigText(config, after);
        return problem === undefined ? [] : [{ file: config.real, problem }];
      });
      for (const { problem } of why) io.err(`mcp-loupe: ${problem}`);
      const stuck = new Set([...unread, ...why.map(({ file }) => file)]);
      const left = entries.filter((one) => !chosen.includes(one) || stuck.has(one.file));
      if (left.length < entries.length) keep(left);
      for (const { config } of plans) {
        if (left.some(({ file }) => file === config.real) || stuck.has(config.real)) continue;
        if (dropBackup(config.path) && chosen.some(({ file }) => file === config.real))
          printLines(job, [keptLine(config.path)]);
      }
      sweep(job, left);
      return stuck.size > 0 || plans.some((plan) => plan.left.length > 0) ? exit.failed : exit.done;
    };
    return options.dryRun
      ? run(readInstalled(installedPath()), () => {})
      : await withInstalled(installedPath(), run);
  });
}

function tellUnchanged(job: Job): ExitCode {
  printLines(job, ['nothing was changed (--dry-run)']);
  return exit.done;
}

/** Of a backup that differs from what it is of. */
const keptLine = (path: string): string =>
  `kept ${backupOf(path)}: ${path} was changed in other ways as well; delete it when you no longer need it: it has ` +
  'your secrets, and the next --install writes it again';

/** What goes wrong on the disk, and with what is kept, is told without a word about bugs. */
async function told(work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InstalledError) throw new UsageError(error.message);
    if (error instanceof Error && 'code' in error && 'syscall' in error)
      throw new UsageError(`a tap cannot be installed: ${reason(error)}`);
    throw error;
  }
}

function clientOf(word: string): Configured {
  const found = configuredNamed(word);
  if (found !== undefined) return found;
  const ids = CONFIGS.map(({ id }) => id);
  const meant = closest(word, ids);
  const next = meant === undefined ? `there are ${ids.join(', ')}` : `did you mean ${meant}?`;
  throw new UsageError(`the config of "${word}" is not known; ${next}`);
}

const namesOf = ({ options }: Job): readonly string[] => [options.server ?? []].flat();

const isSame = (one: InstalledEntry, other: InstalledEntry): boolean =>
  one.file === other.file && one.path.join('\0') === other.path.join('\0');

const isConfig = (read: ConfigText | ConfigProblem | undefined): read is ConfigText =>
  read !== undefined && 'entries' in read;
const isProblem = (read: ConfigText | ConfigProblem | undefined): read is ConfigProblem =>
  read !== undefined && 'problem' in read;

function worldOf({ io }: Job): Surroundings {
  const { env, platform, cwd } = shellOf(io);
  return { home: homeFolder(), env, platform, cwd };
}

/** The configs of a client, or that of `--config`, that are there. */
function read(job: Job, client: Configured) {
  const world = worldOf(job);
  const { config } = job.options;
  const placesOn = (platform: NodeJS.Platform): readonly string[] => {
    const { folder, user } = filesOf(client, { ...world, platform });
    return [...new Set([...folder, ...user])];
  };
  const readAll = (paths: readonly string[]) => {
    const found = paths.map((path) => readConfigText(path, client, world));
    const configs = found.filter(isConfig);
    // Two places may be one file.
    const single = configs.filter((one, at) => configs.findIndex(({ real }) => real === one.real) === at);
    return { configs: single, problems: found.filter(isProblem), looked: paths };
  };
  if (config !== undefined) return readAll([resolve(world.cwd, config)]);
  const own = readAll(placesOn(world.platform));
  if (own.configs.length + own.problems.length > 0 || world.platform !== 'linux') return own;
  // A home may come from a Mac.
  const other = readAll(placesOn('darwin'));
  return other.configs.length > 0 ? other : own;
}

/** Where in a file that is in no place of this folder the servers are: a project's file is still known by its name. */
function configOf(file: string, kept: readonly InstalledEntry[], client: Configured): Configured {
  const id = kept.find((one) => one.file === file)?.client;
  return CONFIGS.find((one) => one.id === id) ?? client;
}

function insistNames(names: readonly string[], client: Configured, configs: readonly ConfigText[]): void {
  const known = configs.flatMap(({ entries }) => entries.map(({ name }) => name));
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const meant = closest(unknown, known);
  const next =
    meant !== undefined
      ? `did you mean ${meant}?`
      : known.length > 0
        ? `it has ${firstOf(known, 20)}`
        : 'it has no servers';
  throw new UsageError(`${client.name} has no server named ${unknown}; ${next}`);
}

const noConfig = ({ name }: Configured, looked: readonly string[]): string =>
  [`no config of ${name} found; looked in:`, ...looked.map((path) => `  ${path}`)].join('\n');

/** What a plan changes, then what it leaves alone. */
function linesOf({ name }: Configured, plan: ConfigPlan, names: readonly string[]): string[] {
  const { config, done, said } = plan;
  if (done.length + said.length === 0) return [];
  const twice = [...done]
    .map((one) => one.name)
    .filter((one, at, all) => all.indexOf(one) !== at && names.includes(one));
  return [
    `${name}: ${config.path}`,
    ...changeLines(plan),
    ...said.map((one) => `left alone: ${one.name} ${one.says}`),
    ...[...new Set(twice)].map((one) => `${one} is in several places of it, and is tapped in all`),
  ];
}

function restoredLines(job: Job, { name }: Configured, plan: RestorePlan): string[] {
  const { config, done, said, left } = plan;
  const backup = backupOf(config.path);
  if (done.length + said.length === 0) return [];
  const names = done.map((one) => one.name).join(', ');
  return [
    `${name}: ${config.path}`,
    ...(job.options.dryRun ? changeLines(plan) : []),
    ...(done.length === 0 ? [] : [`${job.options.dryRun ? 'to be restored' : 'restored'}: ${names}`]),
    ...said.map((one) => `${one.name}: ${one.says}`),
    ...(left.length > 0 && existsSync(backup) ? [`the file as it was: ${backup}`] : []),
  ];
}

async function agreed({ options, io }: Job, files: number): Promise<boolean> {
  if (options.yes) return true;
  if (io.ask === undefined)
    throw new UsageError('nothing was changed, as nobody can be asked here; to change it, add --yes');
  const answer = await io.ask(`change ${files === 1 ? 'this file' : `these ${files} files`}? [y/N] `, false);
  return /^\s*y(?:es)?\s*$/i.test(answer ?? '');
}

function installedLines({ id, name }: Configured, done: readonly ConfigPlan[]): string[] {
  const servers = done.reduce((sum, plan) => sum + plan.done.length, 0);
  return [
    `tapped ${counted(servers, 'server')} of ${name}: restart it, then watch with mcp-loupe tap`,
    `to undo this: mcp-loupe tap --uninstall ${id}`,
  ];
}

/** Removes copies of this program that nothing runs any longer; called while nobody else installs. */
function sweep(job: Job, kept: readonly InstalledEntry[]): void {
  try {
    if (liveTaps(tapsFolder()).length > 0) return;
    const world = worldOf(job);
    const paths = CONFIGS.flatMap((one) => Object.values(filesOf(one, world)).flat());
    const files = [...new Set([...paths, ...kept.map(({ file }) => file)])];
    const texts = files.map((path) => readConfigText(path, { config: CONFIGS[0]!.config }, world));
    if (texts.some(isProblem)) return;
    const named = [...texts.filter(isConfig).map(({ text }) => text), ...kept.map(({ is }) => is)];
    sweepCopies(named, Date.now());
  } catch {
    // What is left lies in a folder of its own and harms no one.
  }
}
