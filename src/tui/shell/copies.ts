import { keyValueWords } from '../../form/keyvalue-write.ts';
import type { Host } from '../../host/host.ts';
import { memberText } from '../../json/parts.ts';
import { locateError } from '../../json/reader.ts';
import { fleetingPieces } from '../../replay/fleeting.ts';
import { type Log, latest } from '../../session/log/log.ts';
import { mark } from '../../session/redaction/redaction.ts';
import type { Target } from '../../session/target.ts';
import type { Invocation } from '../../snippet/invocation.ts';
import { configsFor, type Snippet, type SnippetContext, snippetsFor, TESTS } from '../../snippet/snippets.ts';
import { taskSupport } from '../../spec/task.ts';
import { memo } from '../../time/memo.ts';
import { itemInView } from '../kit/sheet/commands.ts';
import { pathOfItem } from '../kit/sheet/flow.ts';
import { copyText } from '../overlay/copying.tsx';
import { type Offer, openPalette } from '../overlay/palette.tsx';
import { schemaOf } from '../screens/catalogue/detail.ts';
import { allEntries } from '../screens/catalogue/entries.ts';
import type { Context, Situation } from '../world/command.ts';
import { withoutOverlay } from '../world/overlay.ts';
import { screenOf } from './screen-list.ts';

/** Opens the list of ways to write it down. */
export function chooseCopy(context: Context): void {
  const offers = (): readonly Offer[] => copyOffers(context);
  context.ui.update((now) => openPalette('Copy as', offers)(withoutOverlay('copying')(now)));
}

/** Why there is nothing to write down, in one sentence. */
export function copyDisabledReason(situation: Situation): string | undefined {
  const asked = askedIn(situation);
  return typeof asked === 'string' ? asked : undefined;
}

/** A row for each way to write it down. */
function copyOffers(context: Context): readonly Offer[] {
  const asked = askedIn(context);
  if (typeof asked === 'string') return [];
  // Existing files and the form of the arguments do not matter before one is shown or chosen.
  return written(context, asked, { cwd: '', absolute: (word) => word }).map((snippet) => ({
    key: `copy ${snippet.label}`,
    label: snippet.label,
    about: snippet.about,
    preview: () => shownOf(context, snippet.label),
    ...('why' in snippet ? { whyNot: () => snippet.why } : {}),
    run: (now: Context) => copyIn(now, snippet.label),
  }));
}

/** What would be copied, with secrets hidden as everywhere on the screen. */
function shownOf(context: Context, label: string): string {
  const snippet = snippetNow(context, label);
  if (snippet === undefined) return '';
  return context.ui.get().revealed ? snippet.text : context.host.mask(snippet.text);
}

/** One way to write down what is on screen now; nothing where it cannot be written so. */
function snippetNow(context: Context, label: string): (Snippet & { readonly text: string }) | undefined {
  const { memory, host } = context;
  const asked = askedIn(context);
  if (typeof asked === 'string') return undefined;
  const { target } = host.store.state();
  const cwd = target.transport === 'stdio' ? target.cwd : memory.folder;
  const place = { cwd: memory.folder, absolute: (word: string) => memory.absolute(word, cwd) };
  const snippet =
    asked.method === 'server' || !TESTS.includes(label)
      ? written(context, inWords(context, asked), place).find((one) => one.label === label)
      : testNow(context, label, asked);
  return snippet === undefined || 'why' in snippet ? undefined : snippet;
}

function copyIn(context: Context, label: string): void {
  const snippet = snippetNow(context, label);
  if (snippet === undefined) return;
  const without = snippet.text.includes(mark) ? `; ${mark} replaces secrets` : '';
  copyText(context, snippet.text, (how) => `${label} ${how}${without}`);
}

function written(
  { host }: Situation,
  asked: Asked,
  place: Pick<SnippetContext, 'cwd' | 'absolute'>,
): readonly Snippet[] {
  const { target, server, negotiated } = host.store.state();
  const whyNoTest = asked.method === 'server' ? undefined : untestable(host, asked);
  const around = { ...place, name: server?.name, version: negotiated, whyNoTest };
  return asked.method === 'server' ? configsFor(target, around) : snippetsFor(asked, target, around);
}

/** The call as a test, with what was answered and the place in it that is looked at. */
function testNow(context: Context, label: string, asked: Invocation): Snippet | undefined {
  const { log, store } = context.host;
  const { folder } = context.memory;
  const { target, negotiated } = store.state();
  const answer = asked.seq === undefined ? undefined : log.row(latest(log, asked.seq))?.answer;
  const message = answer === undefined || log.row(answer)?.type !== 'frame' ? undefined : log.text(answer);
  const item = message === undefined ? undefined : itemInView(context)?.item;
  return testOf(label, target, negotiated, folder, JSON.stringify(asked), message, item && pathOfItem(item));
}

/** The same as long as nothing of it changes: it is shown with each key, and an answer of megabytes takes half a second. */
const testOf = memo(
  (
    label: string,
    target: Target,
    version: string | undefined,
    cwd: string,
    asked: string,
    message: string | undefined,
    at: string | undefined,
  ): Snippet | undefined => {
    const isKnown = message !== undefined && locateError(message) === undefined;
    const answered = isKnown ? { message, at, fleetingPieces } : undefined;
    const around = { name: undefined, version, cwd, absolute: (word: string) => word, answered };
    return snippetsFor(JSON.parse(asked), target, around).find((one) => one.label === label);
  },
);

/** Why a call cannot be a test, in one sentence. */
function untestable({ log, store }: Host, asked: Invocation): string | undefined {
  if (asked.seq !== undefined && asksBack(log, asked.seq))
    return 'the server asked something during this call, which a test cannot answer';
  if (asked.method !== 'tools/call' || asked.asTask !== true) return undefined;
  const tool = allEntries(store.state().lists, 'tools').find(({ item }) => item.name === asked.name);
  return taskSupport(tool?.item.raw) === 'required'
    ? 'this tool runs only as a task, which a test of the SDK does not'
    : undefined;
}

/** Did the server ask something of its client before it answered a request, or may have? */
function asksBack(log: Log, seq: number): boolean {
  const { answer } = log.row(seq) ?? {};
  if (answer !== undefined && log.row(answer)?.asks === true) return true;
  const sent = log.text(seq) ?? '{}';
  const params = locateError(sent) === undefined ? memberText(sent, 'params') : undefined;
  if (params !== undefined && memberText(params, 'inputResponses') !== undefined) return true;
  // Over stdio nothing tells which call a request of the server belongs to.
  for (let at = seq + 1; at < (answer ?? seq); at += 1) {
    const { kind, dir, method } = log.row(at) ?? {};
    if (kind === 'request' && dir === 's2c' && method !== 'ping') return true;
  }
  return false;
}

/** With the arguments as words of the command line, where the schema of what is asked has them say the same. */
function inWords({ host }: Situation, asked: Asked): Asked {
  if (asked.method === 'resources/read' || asked.method === 'server') return asked;
  const screen = asked.method === 'tools/call' ? 'tools' : 'prompts';
  const all = allEntries(host.store.state().lists, screen);
  const entry = all.find(({ item }) => item.name === asked.name);
  return entry === undefined ? asked : { ...asked, words: keyValueWords(schemaOf(entry), asked.arguments) };
}

/** What is written down: a request with the server it is for, or the server alone. */
type Asked = Invocation | { readonly method: 'server' };

/** What the screen has to be written down, or why there is nothing. */
function askedIn(situation: Situation): Asked | string {
  const { screen } = situation.ui.get();
  if (screen === 'server') return { method: 'server' };
  return screenOf(screen).invocation?.(situation) ?? 'There is nothing to copy.';
}
