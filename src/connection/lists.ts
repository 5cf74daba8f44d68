import { listMisfit } from '../spec/check/list.ts';
import { LISTS, type ListName, serverCapabilityOf } from '../spec/methods.ts';
import type { ListOutcome, Outcome } from './call.ts';
import type { StepTurn } from './event.ts';
import { request } from './requests.ts';
import type { How, ListRun } from './state.ts';

/** Asks for a list, page after page; the items arrive in the session's state page by page. */
export function listPages(turn: StepTurn, name: ListName, how: How, owner: ListRun['owner']): void {
  askForPage(turn, { name, how, owner, pages: 0, misfit: undefined });
}

function askForPage(turn: StepTurn, run: ListRun, cursor?: string): void {
  const params = cursor === undefined ? {} : { cursor };
  request(turn, LISTS[run.name].method, params, run.how, { kind: 'page', run });
}

/** A page came, or does not come: what the list came to, unless there are more. */
export function pageCame(turn: StepTurn, run: ListRun, outcome: Outcome): ListOutcome | undefined {
  const { name } = run;
  const { state, items, cursors } = turn.session.lists[name];
  run.pages += 1;
  if (outcome.kind !== 'result') return { kind: 'failed', outcome, items: run.pages > 1 ? items : [] };
  run.misfit ??= listMisfit(name, outcome.result);
  const next = state === 'loading' ? cursors.at(-1) : undefined;
  if (next === undefined)
    return { kind: 'items', items, ...(run.misfit === undefined ? {} : { misfit: run.misfit }) };
  askForPage(turn, run, next);
  return undefined;
}

/** Those of these lists that the server announced. */
export function announcedLists({ session }: StepTurn, names: readonly ListName[]): readonly ListName[] {
  const announced = session.capabilities.server ?? {};
  return names.filter((name) => (serverCapabilityOf(LISTS[name].method) ?? '') in announced);
}
