import { homeFolder } from '../../disk/place.ts';
import { textAt } from '../../json/inner.ts';
import { stepsOf } from '../../json/path.ts';
import { addStep } from '../../replay/added-step.ts';
import { type CallForStep, callForStep } from '../../replay/call-for-step.ts';
import { whyNotSent } from '../../replay/gate.ts';
import { isFleeting, type WantedValue, writtenStep } from '../../replay/written-step.ts';
import { argumentsOf } from '../../session/summary.ts';
import { commandLine } from '../../snippet/command-line.ts';
import { createHider } from '../../snippet/hide.ts';
import { cut } from '../../text/cut.ts';
import { quoteWord } from '../../text/quote.ts';
import { visible } from '../../text/visible.ts';
import { itemInView } from '../kit/sheet/commands.ts';
import { pathOfItem } from '../kit/sheet/flow.ts';
import { freshSheet } from '../kit/sheet/sheet.ts';
import { placeOf } from '../terminal/files.ts';
import type { Context } from '../world/command.ts';
import { openPrompt, withoutOverlay } from '../world/overlay.ts';
import { tell, warn } from '../world/say.ts';
import type { Ui } from '../world/ui.ts';
import { DEFINITION_PANE, type Definition, showDefinition } from './definition.tsx';
import {
  covering,
  type DraftActs,
  draftKey,
  draftSheet,
  hasOutputSchema,
  hiddenIn,
  STEPS_FILE,
  type TestDraft,
  type Tick,
} from './test-draft-sheet.ts';

/** Shows what can be expected of the call that a line belongs to when it is made again, or says why it cannot be a step. */
export function keep(context: Context, seq: number): void {
  const { host, ui } = context;
  const call = callForStep(host.log, seq, host.mask);
  if (typeof call === 'string') {
    warn(context, call);
    return;
  }
  const before = ui.get().testDraft;
  // What was ticked stays until it is written.
  const isSame = before?.call.seq === call.seq && before.call.answer === call.answer;
  const testDraft = withSeen(context, isSame ? before : begun(context, call));
  const own = { scope: 'draft', acts: { 'draft.tick': tick, 'draft.write': write } };
  const title = `Test of ${visible(host.mask(call.subject || call.method))}`;
  ui.update((now) => {
    const at = { item: FIRST_TICK + Number(call.variables.length > 0), row: 0 };
    const sheets = { ...now.sheets, [DEFINITION_PANE]: { ...freshSheet(draftKey(call)), at } };
    return showDefinition(title, shown, own)({ ...now, testDraft, sheets });
  });
}

/** The rows before the first tick: the call, its name, the file, and an empty one. */
const FIRST_TICK = 4;

const shown: Definition['sheet'] = (host, { testDraft, stepsFile = STEPS_FILE, revealed }) =>
  testDraft && draftSheet(host, acts, testDraft, stepsFile, revealed, hasOutputSchema(host, testDraft.call));

function begun({ host }: Context, call: CallForStep): TestDraft {
  const ticks: readonly Tick[] = hasOutputSchema(host, call) ? ['outcome', 'schema'] : ['outcome'];
  return { call, name: offeredName(call), ms: generous(call.ms), ticks, values: {} };
}

/** A draft in which the value that is looked at is wanted; at its top a result is looked at as a whole. */
function withSeen(context: Context, testDraft: TestDraft): TestDraft {
  const { item } = itemInView(context) ?? {};
  const pointer = item?.kind === 'row' && item.row > 0 ? (pathOfItem(item) ?? '') : '';
  const json = /^\/(?:result|error)\//.test(pointer) ? textAt(testDraft.call.answer, pointer) : undefined;
  if (json === undefined || pointer in testDraft.values || covering(testDraft.values, pointer) !== undefined)
    return testDraft;
  const [want] = waysOf(json, hiddenIn(context.host)(json, stepsOf(pointer)?.at(-1)));
  tell(context, `ticked ${pointer}`);
  return { ...testDraft, values: withValue(testDraft.values, pointer, want) };
}

/** A name from what is called and with what: `get-sum a=3 b=4`. */
function offeredName({ method, subject, params = '{}' }: CallForStep): string {
  const given = argumentsOf(`{"params": ${params}}`).replace(/\$\{env:\w+\}/g, '…');
  return cut([subject || method, given].filter((word) => word !== '').join(' '), NAME);
}

/** Cells of the longest name that is offered. */
const NAME = 60;

/** Several times what it took, so that a slow day is no failure: 1, 2 or 5 with zeros behind it, 100 at least. */
function generous(ms: number): number {
  const wanted = Math.max(100, 5 * ms);
  const ten = 10 ** Math.floor(Math.log10(wanted));
  return ten * ([1, 2, 5].find((times) => times * ten >= wanted) ?? 10);
}

function change({ ui }: Pick<Context, 'ui'>, next: (testDraft: TestDraft) => TestDraft): void {
  ui.update((now) => (now.testDraft === undefined ? now : { ...now, testDraft: next(now.testDraft) }));
}

const acts: DraftActs = {
  toggle: (context, tick) => {
    const { findings } = context.ui.get().testDraft?.call ?? {};
    if (tick === 'findings' && findings !== 0) warn(context, 'This call has findings: the test would fail.');
    else change(context, (now) => ({ ...now, ticks: toggled(now.ticks, tick) }));
  },
  rename: (context) =>
    ask(context, 'name', context.ui.get().testDraft?.name ?? '', (later, value) => {
      if (value.trim() === '')
        warn(later, 'A step without a name cannot be chosen by --only: it keeps its name.');
      else change(later, (now) => ({ ...now, name: value.trim() }));
    }),
  choose: (context) =>
    ask(context, 'file of steps', context.ui.get().stepsFile ?? STEPS_FILE, (later, value) => {
      if (value.trim() !== '') later.ui.update((now) => ({ ...now, stepsFile: value.trim() }));
    }),
  time: (context) =>
    ask(context, 'faster than (ms)', String(context.ui.get().testDraft?.ms ?? ''), (later, value) => {
      const ms = Number(value.trim().replace(/\s*ms$/, ''));
      if (!(ms > 0 && Number.isFinite(ms))) warn(later, `"${value.trim()}" is not a number of milliseconds.`);
      else change(later, (now) => ({ ...now, ms, ticks: [...new Set([...now.ticks, 'ms' as const])] }));
    }),
};

const ask = (
  { ui }: Context,
  label: string,
  value: string,
  accept: (context: Context, value: string) => void,
): void => ui.update(openPrompt(label, { id: `step ${label}`, accept }, value));

const toggled = (ticks: readonly Tick[], tick: Tick): readonly Tick[] =>
  ticks.includes(tick) ? ticks.filter((one) => one !== tick) : [...ticks, tick];

/** Ticks the selected row, in another way, or no more. */
function tick(context: Context): void {
  const { testDraft } = context.ui.get();
  const found = itemInView(context);
  if (found === undefined || testDraft === undefined) return;
  const { now: look, item } = found;
  const named = (['outcome', 'schema', 'ms', 'findings'] as const).find(
    (one) => item.section.id === `tick ${one}`,
  );
  if (named !== undefined) {
    acts.toggle(context, named);
    return;
  }
  const pointer = `${look.sheet.within ?? ''}${pathOfItem(item) ?? ''}`;
  const json = textAt(testDraft.call.answer, pointer);
  if (pointer === '' || json === undefined) {
    warn(context, 'Only an expectation or a value of the answer can be ticked.');
    return;
  }
  const around = covering(testDraft.values, pointer);
  if (around !== undefined) {
    warn(context, `It is ticked with ${around}.`);
    return;
  }
  const ways = waysOf(json, hiddenIn(context.host)(json, stepsOf(pointer)?.at(-1)));
  const now = testDraft.values[pointer];
  const want = now === undefined ? ways[0] : ways[ways.indexOf(now) + 1];
  change(context, (before) => ({ ...before, values: withValue(before.values, pointer, want) }));
  if (look.sheet.within !== undefined)
    tell(context, want === undefined ? `unticked ${pointer}` : `ticked ${pointer}`);
}

/** In which ways a value can be ticked, one after the other: of what is another one each time first by its type, of a secret only so. */
function waysOf(json: string, isSecret: boolean): readonly WantedValue[] {
  if (isSecret) return ['type'];
  return isFleeting(json) ? ['type', 'value'] : ['value', 'type'];
}

function withValue(
  values: TestDraft['values'],
  pointer: string,
  want: WantedValue | undefined,
): TestDraft['values'] {
  const others = Object.entries(values).filter(([one]) => one !== pointer && !one.startsWith(`${pointer}/`));
  return Object.fromEntries(want === undefined ? others : [...others, [pointer, want]]);
}

/** Adds the step to its file, and says how it is run. */
function write(context: Context): void {
  const { ui, host, memory } = context;
  const { testDraft, stepsFile = STEPS_FILE } = ui.get();
  if (testDraft === undefined) return;
  const { call, ticks, values, ms, name } = testDraft;
  const wanted = {
    ...{ outcome: ticks.includes('outcome'), schema: ticks.includes('schema'), values },
    ...{ findings: ticks.includes('findings'), ...(ticks.includes('ms') && { ms }) },
  };
  const path = placeOf(stepsFile, { cwd: memory.folder, home: homeFolder() });
  const added = addStep(path, (names) =>
    writtenStep(call, freeName(name, names), wanted, hiddenIn(context.host)),
  );
  if ('why' in added) {
    warn(context, `Nothing is written to ${stepsFile}: ${added.why}.`);
    return;
  }
  const { target } = host.store.state();
  const command = commandLine(
    { method: 'resources/read', uri: 'x' },
    target,
    createHider(target),
    memory.folder,
  );
  const words =
    'text' in command
      ? command.text.replace('mcp-loupe read x', `mcp-loupe verify ${fileWord(stepsFile)}`)
      : '';
  ui.update(({ testDraft: _, ...now }: Ui) => withoutOverlay('definition')({ ...now, stepsFile }));
  const set = call.variables.length === 0 ? '' : ` (set ${call.variables.join(', ')})`;
  const left = whyNotSent(call.method, call.subject, host.store.state().lists.tools.items);
  const skipped = left === undefined ? '' : ` · skipped by verify: ${left.why}`;
  tell(context, `wrote step ${added.step} to ${stepsFile}${skipped} · ${words}${set}`, SAID);
}

/** A file as a word of a command line: the shell finds the home folder, which it does not within quotes. */
const fileWord = (file: string): string =>
  file.startsWith('~/') ? `~/${quoteWord(file.slice(2))}` : quoteWord(file);

/** ms that the command stays to be read. */
const SAID = 12_000;

/** A name that no other step has. */
function freeName(name: string, taken: readonly string[]): string {
  for (let nth = 1; ; nth += 1) {
    const free = nth === 1 ? name : `${name} ${nth}`;
    if (!taken.includes(free)) return free;
  }
}
