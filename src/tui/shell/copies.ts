import { oneLine } from '../../form/draft.ts';
import { keyValueWords } from '../../form/keyvalue-write.ts';
import { expand } from '../../form/template.ts';
import type { Host } from '../../host/host.ts';
import { locateError } from '../../json/locate.ts';
import { memberText } from '../../json/parts.ts';
import { isObject } from '../../json/shape.ts';
import { mark } from '../../session/redaction/redaction.ts';
import type { Invocation } from '../../snippet/asked.ts';
import { type Snippet, type SnippetContext, snippetsFor } from '../../snippet/snippets.ts';
import { textToSend } from '../kit/form/state.ts';
import { selectedSeq } from '../kit/log/state.ts';
import { type Offer, openPalette } from '../overlay/palette.tsx';
import { shown } from '../screens/catalogue/ask.ts';
import { runsAsTask, schemaOf } from '../screens/catalogue/detail.ts';
import { entriesOf } from '../screens/catalogue/entries.ts';
import type { Shown } from '../screens/catalogue/shown.ts';
import { shownTraffic } from '../screens/traffic/state.ts';
import { type Context, inScope, type Situation } from '../world/command.ts';
import { withoutOverlay } from '../world/overlay.ts';
import { tell, warn } from '../world/say.ts';

/** Writing down what is on screen: as a command, a program, the config of a client. */
export const copyAs = inScope('copy', {
  'copy.as': {
    keys: ['c'],
    label: 'as command or code',
    hint: 'command, code',
    disabled: whyNoCopy,
    run: chooseCopy,
  },
});

/** Opens the list of ways to write it down. */
export function chooseCopy({ ui }: Context): void {
  ui.update((now) => openPalette('Copy as', copyOffers)(withoutOverlay('copying')(now)));
}

/** Why there is nothing to write down, in one sentence. */
export function whyNoCopy(situation: Situation): string | undefined {
  const asked = askedIn(situation);
  return typeof asked === 'string' ? asked : undefined;
}

/** A row for each way to write it down. */
function copyOffers(situation: Situation): readonly Offer[] {
  const asked = askedIn(situation);
  if (typeof asked === 'string') return [];
  // Which files there are, and how the arguments are best written, does not matter before one is taken.
  return written(situation, asked, { cwd: '', absolute: (word) => word }).map((snippet) => ({
    key: `copy ${snippet.label}`,
    label: snippet.label,
    about: snippet.about,
    ...('why' in snippet ? { whyNot: () => snippet.why } : {}),
    run: (context: Context) => copyIn(context, snippet.label),
  }));
}

function copyIn(context: Context, label: string): void {
  const { memory, terminal, host } = context;
  const asked = askedIn(context);
  if (typeof asked === 'string') return;
  const { target } = host.store.state();
  const cwd = target.transport === 'stdio' ? target.cwd : memory.folder;
  const place = { cwd: memory.folder, absolute: (word: string) => memory.absolute(word, cwd) };
  const snippet = written(context, inWords(context, asked), place).find((one) => one.label === label);
  if (snippet === undefined || 'why' in snippet) return;
  const without = snippet.text.includes(mark) ? `; ${mark} replaces secrets` : '';
  void terminal.copy(snippet.text).then(({ sure, how }) => {
    const said = `${label} ${how}${without}`;
    if (sure) tell(context, said);
    else warn(context, said);
  });
}

function written(
  { host }: Situation,
  asked: Invocation,
  place: Pick<SnippetContext, 'cwd' | 'absolute'>,
): readonly Snippet[] {
  const { target, server, negotiated } = host.store.state();
  return snippetsFor(asked, target, { ...place, name: server?.name, version: negotiated });
}

/** With the arguments as words of the command line, where the schema of what is asked has them say the same. */
function inWords({ host }: Situation, asked: Invocation): Invocation {
  if (asked.method === 'resources/read') return asked;
  const screen = asked.method === 'tools/call' ? 'tools' : 'prompts';
  const { all } = entriesOf(host.store.state().lists, screen, '');
  const entry = all.find(({ item }) => item.name === asked.name);
  return entry === undefined ? asked : { ...asked, words: keyValueWords(schemaOf(entry), asked.arguments) };
}

/** What is asked in the form, by the call whose result is shown or in the selected frame; or why nothing is. */
function askedIn(situation: Situation): Invocation | string {
  const { host, ui } = situation;
  const { screen, traffic } = ui.get();
  if (screen === 'traffic') {
    const seq = selectedSeq(traffic, shownTraffic(host, traffic).seqs);
    const sent = seq === undefined ? undefined : askedAt(host, seq);
    return sent ?? 'Only calls, prompts and reads can be copied.';
  }
  const now = shown(situation);
  if (now === undefined) return 'There is nothing to copy.';
  const { showing, call } = now.detail;
  const sent = showing === 'result' && call !== undefined ? askedAt(host, call) : undefined;
  return sent ?? askedInForm(now, runsAsTask(host.store.state(), now.entry, now.detail));
}

function askedInForm({ entry, detail }: Shown, asTask: boolean): Invocation | string {
  const { list, item } = entry;
  if (list === 'resources') return { method: 'resources/read', uri: item.name };
  const text = textToSend(detail.form);
  const values: unknown = locateError(text) === undefined ? JSON.parse(text) : undefined;
  if (!isObject(values)) return 'The arguments are not a valid JSON object yet.';
  if (list === 'resourceTemplates') return { method: 'resources/read', uri: expand(item.name, values) };
  const method = list === 'tools' ? 'tools/call' : 'prompts/get';
  return { method, name: item.name, arguments: oneLine(text), ...(asTask ? { asTask } : {}) };
}

/** What a frame asks, or the request that it answers; nothing where that is not ours or not of a kind to copy. */
function askedAt({ log }: Host, seq: number): Invocation | undefined {
  const row = log.row(seq);
  const request = row?.kind === 'request' || row?.re === undefined ? row : log.row(row.re);
  const text = request?.dir === 'c2s' && request.kind === 'request' ? log.text(request.seq) : undefined;
  const params =
    text === undefined || locateError(text) !== undefined ? undefined : memberText(text, 'params');
  if (request === undefined || params === undefined) return undefined;
  const value: unknown = JSON.parse(params);
  const { name, uri, task, arguments: given = {} } = isObject(value) ? value : {};
  const { method } = request;
  if (method === 'resources/read') return typeof uri === 'string' ? { method, uri } : undefined;
  if (method !== 'tools/call' && method !== 'prompts/get') return undefined;
  if (typeof name !== 'string' || !isObject(given)) return undefined;
  const asked: Invocation = { method, name, arguments: memberText(params, 'arguments') ?? '{}' };
  return isObject(task) ? { ...asked, asTask: true } : asked;
}
