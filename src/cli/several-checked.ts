import { unmasked } from '../check/excerpt.ts';
import { sharedFindings } from '../check/families/client.ts';
import { CHECK } from '../check/verdict.ts';
import { type ServerAmong, sharedNames } from '../clients/shared-names.ts';
import { parse } from '../json/parse.ts';
import { valueAt } from '../json/path.ts';
import { freeName } from '../session/short-name.ts';
import type { CheckAsked } from './check-asked.ts';
import { reportExamined } from './check-report.ts';
import { withTarget } from './connect.ts';
import type { Examined } from './examined.ts';
import { type ExitCode, exit, worst } from './exit.ts';
import type { Job } from './job.ts';
import { lookAt } from './looked-at.ts';
import type { NamedTarget, UnusableTarget } from './named-target.ts';
import { sideBySide } from './side-by-side.ts';
import type { Side } from './sides.ts';

/**
 * Checks several servers side by side, and reports all of them together, with what a client makes of all of them.
 *
 * @param lockOf the lock that a server is held against, by the server's name
 * @param files what was named beside the servers
 */
export async function checkSeveral(
  job: Job,
  targets: readonly (NamedTarget | UnusableTarget)[],
  asked: CheckAsked,
  lockOf: (name: string) => Promise<Side | undefined>,
  files: readonly Examined[],
): Promise<ExitCode> {
  const looked = new Map<string, Examined>();
  const ends = await sideBySide(job, targets, async (one) => {
    const lock = await lockOf(one.name);
    // How it failed is a document, whatever the report is.
    const own = { ...one.job, options: { ...one.job.options, json: true } };
    return withTarget(own, one.target, undefined, async (server) => {
      const { one: examined, end } = await lookAt({ ...one, job: own }, server, asked, lock);
      looked.set(one.name, examined);
      return end;
    });
  });
  const codes: ExitCode[] = [];
  const all = [...files];
  for (const ended of ends) {
    const { name, code, document } = await ended();
    codes.push(code);
    const taken = all.map(({ checked: { label = '' } }) => label);
    all.push(labelled(looked.get(name) ?? notChecked(document), freeName(name, taken)));
  }
  if (job.io.stop.aborted) return exit.failed;
  return worst([await reportExamined(job, asked, withShared(all, asked), true), ...codes]);
}

const labelled = (one: Examined, label: string): Examined => ({
  ...one,
  checked: { ...one.checked, label },
});

/** What is said of a server that could not be connected to. */
function notChecked(failure: string): Examined {
  const why = valueAt(parse(failure), '/error/message');
  const message = `This server could not be checked${typeof why === 'string' ? `: ${why}` : ''}`;
  return {
    beside: [
      {
        ...{ rule: 'check/not-checked', level: 'error', item: 'server', path: '', message },
        fix: CHECK.rules['not-checked']?.fix ?? '',
      },
    ],
    checked: { name: 'not checked', facts: '', failure },
    mask: unmasked,
  };
}

/** Adds what is true of tools only as there are those of other servers. Two states of one server are no two servers. */
function withShared(all: readonly Examined[], { clients }: CheckAsked): readonly Examined[] {
  const servers = new Map<string, ServerAmong & { readonly of: Examined }>();
  for (const one of all) {
    const { subject, checked, isFile } = one;
    const name = isFile ? subject?.surface.server?.name : checked.label;
    if (subject === undefined || name === undefined || servers.has(name)) continue;
    servers.set(name, { name, tools: subject.surface.lists.tools ?? [], of: one });
  }
  const shared = sharedNames(clients, [...servers.values()]);
  return all.map((one) => {
    const own = [...servers.values()].find(({ of }) => of === one);
    const crossings = own === undefined ? [] : (shared.get(own.name) ?? []);
    return { ...one, beside: [...one.beside, ...sharedFindings(crossings, one.mask)] };
  });
}
