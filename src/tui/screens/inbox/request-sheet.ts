import { whyNotOpened } from '../../../host/browser.ts';
import type { Host } from '../../../host/host.ts';
import { jsonOf } from '../../../json/json-of.ts';
import { spanAt } from '../../../json/reader.ts';
import { isObject, type JsonObject } from '../../../json/shape.ts';
import { shortJson } from '../../../json/short-json.ts';
import { waitingIn } from '../../../session/inbox.ts';
import type { ServerRequest } from '../../../session/state.ts';
import { blockSections } from '../../kit/sheet/block.ts';
import { elicitationGroups } from '../../kit/sheet/elicitation.ts';
import { fileName } from '../../kit/sheet/file-name.ts';
import { logSheet } from '../../kit/sheet/log-sheet.ts';
import {
  elements,
  exactly,
  type MessageSource,
  type MessageValue,
  member,
  others,
  textSection,
} from '../../kit/sheet/sections.ts';
import type { Section, Sheet } from '../../kit/sheet/sheet.ts';
import type { Ui } from '../../world/ui.ts';
import { askedSheet } from './asked-sheet.ts';
import { givenWord, isGiven, type Replies, replyKey, replyTo } from './reply.ts';
import { requestOf } from './request.ts';
import { inboxRows } from './state.ts';

/** How a request that waits is shown. */
interface Look {
  readonly revealed: boolean;
  /** Without what the form beside it shows as well, and without gaps. */
  readonly brief: boolean;
  /** What is said of it first; nothing when empty. */
  readonly said: string;
}

/** What the server asks of a person, to be read. */
export function requestSheet(
  { log, mask }: Pick<Host, 'log' | 'mask'>,
  asked: ServerRequest,
  look: Look,
): Sheet {
  const { revealed, brief, said } = look;
  const json = (): string => log.text(asked.seq) ?? '{}';
  const params = placeOf(asked);
  return logSheet(
    { log, mask },
    {
      key: `request ${asked.seq} ${asked.key} ${brief} ${said}`,
      revealed,
      groups: (secrets) => {
        const source: MessageSource = { json: json(), mask: secrets.mask };
        const groups = [
          said === '' ? [] : [textSection('said', [said], { meaning: 'running' })],
          ...requestGroups(source, asked.method, params, brief),
        ];
        return brief ? [groups.flat()] : groups;
      },
      whole: () => textAt(json(), params),
      file: fileName(requestOf(asked).kind, asked.seq),
    },
  );
}

/** The params of a request: of the server's own, or of an input that a result asks for. */
function placeOf({ key, params }: ServerRequest): MessageValue {
  if (key === '') return { value: params, path: '/params' };
  const inputs: MessageValue = { value: { [key]: { params } }, path: '/result/inputRequests' };
  return member(member(inputs, key), 'params');
}

function textAt(json: string, { value, path }: MessageValue): string {
  const span = spanAt(json, path);
  return span === undefined ? jsonOf(value) : json.slice(span.start, span.end);
}

/** The params of an elicitation or a sampling request as they read; those of any other as the JSON they are. */
function requestGroups(
  source: MessageSource,
  method: string,
  params: MessageValue,
  brief = false,
): readonly (readonly Section[])[] {
  if (!isObject(params.value)) return params.value === undefined ? [] : [[exactly(source, params)]];
  if (method === 'sampling/createMessage') return samplingGroups(source, params);
  if (method === 'elicitation/create') return elicitationGroups(source, params, whyNotOpened, brief);
  return [[exactly(source, params)]];
}

/** The params of a sampling request (client/sampling): limits and preferences, system prompt, tools, messages. */
function samplingGroups(source: MessageSource, params: MessageValue): readonly (readonly Section[])[] {
  const messages = elements(member(params, 'messages'));
  const wishes = wishesOf(isObject(params.value) ? params.value : {});
  return [
    wishes.length === 0 ? [] : [textSection('wishes', [source.mask(wishes.join(', '))], { meaning: 'dim' })],
    systemSections(source, member(params, 'systemPrompt')),
    toolSections(source, params),
    others(source, params, KNOWN),
    // What is to be answered stands last, as in a conversation.
    ...(messages === undefined
      ? [[exactly(source, member(params, 'messages'))]]
      : messages.map((message) => messageSections(source, message))),
  ];
}

const KNOWN = [
  ...['messages', 'systemPrompt', 'maxTokens', 'temperature', 'stopSequences', 'includeContext'],
  ...['modelPreferences', 'tools', 'toolChoice'],
];

/** What the server wants of the model, in a line of words. */
function wishesOf(params: JsonObject): readonly string[] {
  const { maxTokens, temperature, stopSequences, includeContext, modelPreferences } = params;
  const preferences = isObject(modelPreferences) ? modelPreferences : {};
  const { hints, ...priorities } = preferences;
  const named = (Array.isArray(hints) ? hints : []).map((hint: unknown) =>
    isObject(hint) ? word(hint['name']) : word(hint),
  );
  return [
    maxTokens === undefined ? '' : `at most ${word(maxTokens)} tokens`,
    temperature === undefined ? '' : `temperature ${word(temperature)}`,
    stopSequences === undefined ? '' : `stops at ${word(stopSequences)}`,
    includeContext === undefined ? '' : `context ${word(includeContext)}`,
    named.length === 0 ? '' : `a model like ${named.join(' or ')}`,
    ...Object.entries(priorities).map(([name, value]) => `${name} ${word(value)}`),
  ].filter((wish) => wish !== '');
}

const word = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : shortJson(value);

function systemSections(source: MessageSource, { value, path }: MessageValue): readonly Section[] {
  if (value === undefined) return [];
  const who = textSection(`${path} who`, ['system'], { meaning: 'strong' });
  if (typeof value !== 'string') return [who, exactly(source, { value, path })];
  return [who, textSection(path, source.mask(value), { path, content: { kind: 'text', text: value } })];
}

/** A message under who says it; its content is one block, or since 2025-11-25 several. */
function messageSections(source: MessageSource, message: MessageValue): readonly Section[] {
  const { value } = message;
  const role = isObject(value) && typeof value['role'] === 'string' ? value['role'] : 'nobody';
  const content = member(message, 'content');
  const blocks = elements(content) ?? [content];
  return [
    textSection(`${message.path} who`, [source.mask(role)], { meaning: 'strong' }),
    ...blocks.flatMap((block) => blockSections(source, block, true)),
    ...others(source, message, ['role', 'content']),
  ];
}

/** The tools that the model may use, folded. */
function toolSections(source: MessageSource, params: MessageValue): readonly Section[] {
  const tools = member(params, 'tools');
  const choice = member(params, 'toolChoice');
  if (tools.value === undefined && choice.value === undefined) return [];
  const mode = isObject(choice.value) ? `, choice ${word(choice.value['mode'])}` : '';
  return [
    textSection(`${tools.path} head`, [source.mask(`tools of the server${mode}`)], { meaning: 'strong' }),
    ...(tools.value === undefined ? [] : [exactly(source, tools, 1)]),
  ];
}

/** What is read in the detail of the Inbox; nothing while an answer is filled in there. */
export function inboxSheet(host: Host, ui: Pick<Ui, 'inbox' | 'replies' | 'revealed'>): Sheet | undefined {
  const inbox = waitingIn(host.store.state());
  const rows = inboxRows(host.log, inbox);
  const row = rows.at(rows.placeOf(ui.inbox.selected));
  if (row?.waits === undefined) return askedSheet(host, row?.seq, ui.revealed);
  const { given } = replyTo(ui.replies, row.waits);
  if (given === undefined) return undefined;
  const word = givenWord(requestOf(row.waits).kind, given);
  const said = `${word}; ${missingWords(missingBeside(ui.replies, inbox, row.waits))}; e changes it`;
  return requestSheet(host, row.waits, { revealed: ui.revealed, brief: false, said });
}

/** The other inputs of the same result that nobody has decided about, by their keys. */
export const missingBeside = (
  replies: Replies,
  inbox: readonly ServerRequest[],
  asked: ServerRequest,
): readonly string[] =>
  inbox
    .filter((one) => one.seq === asked.seq && one.key !== asked.key && !isGiven(replies, one))
    .map(({ key }) => key);

/** What is missing before the request goes on. */
export const missingWords = (keys: readonly string[]): string =>
  keys.length === 0 ? 'the request continues' : `the request continues when ${keys.join(', ')} is answered`;

/** The request that lies over the panes; nothing when nothing waits under this key any more. */
export function wholeRequest(host: Host, key: string, revealed: boolean): Sheet | undefined {
  const asked = waitingIn(host.store.state()).find((one) => replyKey(one) === key);
  return asked && requestSheet(host, asked, { revealed, brief: false, said: '' });
}
