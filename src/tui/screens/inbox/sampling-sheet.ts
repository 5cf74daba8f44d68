import { brief } from '../../../json/brief.ts';
import { isObject, type JsonObject } from '../../../json/shape.ts';
import { blockSections } from '../../kit/sheet/block.ts';
import { elements, exactly, member, others, type Source, type Spot } from '../../kit/sheet/message.ts';
import type { Section } from '../../kit/sheet/sheet.ts';
import { textSection } from '../../kit/sheet/text.ts';

/** The params of a sampling request (client/sampling): limits and preferences, system prompt, tools, messages. */
export function samplingGroups(source: Source, params: Spot): readonly (readonly Section[])[] {
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
  typeof value === 'string' ? value : value === undefined ? '' : brief(value);

function systemSections(source: Source, { value, path }: Spot): readonly Section[] {
  if (value === undefined) return [];
  const who = textSection(`${path} who`, ['system'], { meaning: 'strong' });
  if (typeof value !== 'string') return [who, exactly(source, { value, path })];
  return [who, textSection(path, source.mask(value), { path, content: { kind: 'text', text: value } })];
}

/** A message under who says it; its content is one block, or since 2025-11-25 several. */
function messageSections(source: Source, message: Spot): readonly Section[] {
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
function toolSections(source: Source, params: Spot): readonly Section[] {
  const tools = member(params, 'tools');
  const choice = member(params, 'toolChoice');
  if (tools.value === undefined && choice.value === undefined) return [];
  const mode = isObject(choice.value) ? `, choice ${word(choice.value['mode'])}` : '';
  return [
    textSection(`${tools.path} head`, [source.mask(`tools of the server${mode}`)], { meaning: 'strong' }),
    ...(tools.value === undefined ? [] : [exactly(source, tools, 1)]),
  ];
}
