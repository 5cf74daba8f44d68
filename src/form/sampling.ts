import { locateError } from '../json/reader.ts';
import { isObject, type JsonObject } from '../json/shape.ts';

/**
 * The schema of what a sampling request is answered with (`CreateMessageResult`, client/sampling): a text, a picture, a
 * sound or, where the server offers `tools` by these names, several blocks that may use them.
 */
export function samplingSchema(tools: readonly string[]): JsonObject {
  const content = tools.length === 0 ? BLOCKS : [...BLOCKS, severalBlocks(tools)];
  return {
    type: 'object',
    required: ['content', 'model', 'role'],
    properties: {
      content: { anyOf: content, description: 'What the model says.' },
      model: { type: 'string', description: 'The name of the model that answers.' },
      stopReason: {
        type: 'string',
        description: `Why it stopped: ${stopReasons(tools).join(', ')} or another.`,
      },
      role: { enum: ['assistant', 'user'], description: 'Who says it.' },
    },
  };
}

/** The schema of the one field that most of these answers are: what the model says. */
export const samplingText: JsonObject = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string', minLength: 1 } },
};

/** The whole answer, as JSON text, with what was entered under {@link samplingText}; undefined for any other text. */
export function samplingWith(entered: string): string | undefined {
  const value: unknown = locateError(entered) === undefined ? JSON.parse(entered) : undefined;
  if (!isObject(value) || Object.keys(value).some((name) => name !== 'text')) return undefined;
  const start = JSON.parse(samplingStart);
  return JSON.stringify({ ...start, content: { ...start.content, ...value } });
}

/** What was entered, the other way round; undefined for an answer that says more than a text. */
export function textOfSampling(answer: string): string | undefined {
  const value: unknown = locateError(answer) === undefined ? JSON.parse(answer) : undefined;
  const content = isObject(value) ? value['content'] : undefined;
  if (!isObject(value) || !isObject(content)) return undefined;
  const { text, ...others } = content;
  const { content: usual, ...usually } = JSON.parse(samplingStart);
  const { content: _, ...beside } = value;
  const isPlain = isAlike(others, usual) && isAlike(beside, usually);
  return isPlain && (text === undefined || typeof text === 'string') ? JSON.stringify({ text }) : undefined;
}

const isAlike = (one: JsonObject, other: JsonObject): boolean =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);

/** What such an answer begins with, as JSON text: all but the text itself. */
export const samplingStart =
  '{"role":"assistant","content":{"type":"text"},"model":"answered-by-hand","stopReason":"endTurn"}';

const block = (type: string, properties: JsonObject): JsonObject => ({
  type: 'object',
  required: ['type', ...Object.keys(properties)],
  properties: { type: { const: type }, ...properties },
});

/** base64 of a picture or a sound. */
const bytes = (type: string, mimeType: string): JsonObject =>
  block(type, {
    data: { type: 'string', minLength: 1, description: 'Its bytes in base64.' },
    mimeType: { type: 'string', description: `Such as ${mimeType}.` },
  });

const TEXT = block('text', { text: { type: 'string', minLength: 1 } });
const BLOCKS = [TEXT, bytes('image', 'image/png'), bytes('audio', 'audio/wav')];

/** Several blocks, since 2025-11-25; the use of a tool is one of them. */
const severalBlocks = (tools: readonly string[]): JsonObject => ({
  title: 'several blocks',
  type: 'array',
  minItems: 1,
  items: {
    anyOf: [
      TEXT,
      block('tool_use', {
        id: { type: 'string', minLength: 1, description: 'The server answers with it.' },
        name: { enum: [...new Set(tools)] },
        input: { type: 'object', description: 'The arguments of the tool.' },
      }),
      ...BLOCKS.slice(1),
    ],
  },
});

const stopReasons = (tools: readonly string[]): readonly string[] =>
  tools.length === 0
    ? ['endTurn', 'stopSequence', 'maxTokens']
    : ['endTurn', 'toolUse', 'stopSequence', 'maxTokens'];
