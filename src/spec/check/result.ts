import { jqOf, type Path, stepsOf } from '../../json/path.ts';
import { same } from '../../json/same.ts';
import { isObject, type JsonObject, typeName } from '../../json/shape.ts';
import { shortJson } from '../../json/short-json.ts';
import { base64Problem } from '../../text/base64.ts';
import type { Finding } from '../finding.ts';
import { isDiscovery, methodNamed } from '../methods.ts';
import { any, list, oneOf, open, optional, share, span, text, uri } from '../shape.ts';
import { checkOf, memberCheck } from './members.ts';

/** Says how a value breaks a JSON Schema, and what of the schema could not be used. Throws nothing. */
export type CheckAgainst = (
  schema: unknown,
  value: unknown,
) => {
  readonly unusable?: string;
  readonly problems: readonly { readonly path: string; readonly message: string }[];
};

const checkContentList = checkOf('result/no-content', { content: list(any) });
const checkContents = checkOf('result/resource', { contents: list(any) });
const checkMessages = checkOf('result/role', { messages: list(any) });
const checkRole = checkOf('result/role', { role: oneOf('user', 'assistant') });
const checkPriority = checkOf('result/bad-content', { priority: optional(share) });
const checkUri = checkOf('result/resource', { uri: text });
const checkCache = checkOf('modern/cache', { ttlMs: span, cacheScope: oneOf('public', 'private') });

/** What is wrong with each element of a list; nothing where it is not one. */
const inEach = (
  list: unknown,
  at: string,
  check: (element: unknown, path: string) => readonly Finding[],
): readonly Finding[] =>
  Array.isArray(list) ? list.flatMap((element: unknown, place) => check(element, `${at}/${place}`)) : [];

/** What is wrong with the result of `tools/call` (server/tools#tool-result), given the tool's own `outputSchema`. */
export function checkToolResult(
  result: unknown,
  outputSchema: unknown,
  check: CheckAgainst,
): readonly Finding[] {
  if (!isObject(result)) return [];
  const { content } = result;
  const path = '/result/toolResult';
  return [
    ...('toolResult' in result && content === undefined
      ? [{ rule: 'result/legacy', path, message: 'toolResult instead of content' }]
      : checkContentList(result, '/result')),
    ...inEach(content, '/result/content', checkContent),
    ...checkStructured(result, outputSchema, check),
  ];
}

function checkStructured(result: JsonObject, outputSchema: unknown, check: CheckAgainst): readonly Finding[] {
  const value = result['structuredContent'];
  const path = '/result/structuredContent';
  const differing = checkText(result['content'], value, path);
  // A schema that is null should have been left out.
  if (outputSchema === undefined || outputSchema === null) return differing;
  if (value === undefined) {
    if (result['isError'] === true) return [];
    return [
      {
        rule: 'result/structured-missing',
        path,
        message: 'the tool has an outputSchema, but structuredContent is missing',
      },
    ];
  }
  const { unusable, problems } = check(outputSchema, value);
  const mismatches = problems.slice(0, 10).map((problem) => ({
    rule: 'result/structured-mismatch',
    path: `${path}${problem.path}`,
    message: mismatch(problem.path, problem.message),
  }));
  if (unusable === undefined) return [...mismatches, ...differing];
  const message = `not checked in full: the outputSchema cannot be used as it is (${unusable})`;
  return [{ rule: 'tool/output-schema', path, message }, ...mismatches, ...differing];
}

/** Characters of the longest text that is read to be compared. */
const COMPARED = 1_000_000;

/**
 * The text beside structured content should be the same value as JSON (server/tools#structured-content): a client shows
 * its model either. A value wrapped in `result`, as some SDKs do when it is not an object, counts as the same.
 */
function checkText(content: unknown, structured: unknown, path: string): readonly Finding[] {
  const [block, ...others] = Array.isArray(content) ? content : [];
  const json: unknown = isObject(block) && block['type'] === 'text' ? block['text'] : undefined;
  if (!isObject(structured) || others.length > 0 || typeof json !== 'string') return [];
  const value = json.length <= COMPARED && /^\s*[[{]/.test(json) ? parsed(json) : undefined;
  if (value === undefined || same(value, structured) || same(value, structured['result'])) return [];
  const message = 'structuredContent differs from the JSON in the text beside it';
  return [{ rule: 'result/structured-text', path, message }];
}

/** The value of a JSON text; undefined when it is not valid. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What does not fit, with what it is said of: a sentence is read far from its place as well. */
function mismatch(pointer: string, problem: string): string {
  const subject = within('structuredContent', pointer);
  return problem === 'is required'
    ? `${subject} is required by outputSchema but missing`
    : `${subject} ${problem} (outputSchema)`;
}

/** A place within a value that has a name: `structuredContent.wind[0]`. */
export const within = (name: string, pointer: string): string =>
  `${name}${jqOf(placesIn(pointer)).replace(/^\.(?=\[|$)/, '')}`;

/** The steps of a pointer, places of arrays as numbers: what only reads well may take a name of digits for one. */
const placesIn = (pointer: string): Path =>
  (stepsOf(pointer) ?? []).map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/** What is wrong with the result of `resources/read` (server/resources#reading-resources). */
export function checkReadResult(result: unknown): readonly Finding[] {
  if (!isObject(result)) return [];
  return [
    ...checkContents(result, '/result'),
    ...inEach(result['contents'], '/result/contents', checkResource),
  ];
}

/** What is wrong with the result of `prompts/get` (server/prompts#getting-a-prompt). */
export function checkPromptResult(result: unknown): readonly Finding[] {
  if (!isObject(result)) return [];
  return [
    ...checkMessages(result, '/result'),
    ...inEach(result['messages'], '/result/messages', checkPromptMessage),
  ];
}

function checkPromptMessage(message: unknown, path: string): readonly Finding[] {
  const rule = 'result/role';
  if (!isObject(message))
    return [{ rule, path, message: `a message is ${typeName(message)}; it must be an object` }];
  const { content } = message;
  const several = 'content is an array; a prompt message has one block';
  return [
    ...checkRole(message, path),
    ...(Array.isArray(content)
      ? [{ rule, path: `${path}/content`, message: several }]
      : checkContent(content, `${path}/content`)),
  ];
}

/** What a client needs of each type of block, beside binary data. */
const BLOCKS: Readonly<Record<string, ReturnType<typeof memberCheck>>> = {
  text: memberCheck({ text }),
  image: memberCheck({ mimeType: text }),
  audio: memberCheck({ mimeType: text }),
  resource_link: memberCheck({ uri, name: text }),
  resource: memberCheck({ resource: open }),
  tool_use: memberCheck({}),
  tool_result: memberCheck({}),
};

/** What is wrong with one content block (server/tools#tool-result); the type decides what it must have. */
function checkContent(block: unknown, path: string): readonly Finding[] {
  const rule = 'result/bad-content';
  if (!isObject(block))
    return [{ rule, path, message: `a content block is ${typeName(block)}; it must be an object` }];
  const { type } = block;
  if (typeof type !== 'string') {
    const message =
      type === undefined
        ? 'a content block has no type'
        : `the type of a content block is ${shortJson(type)}; it must be a string`;
    return [{ rule, path: `${path}/type`, message }];
  }
  const faultsOf = Object.hasOwn(BLOCKS, type) ? BLOCKS[type] : undefined;
  if (faultsOf === undefined) {
    const message = `unknown content type ${shortJson(type)}`;
    return [{ rule: 'result/unknown-content', path: `${path}/type`, message }];
  }
  const { data, resource, annotations } = block;
  return [
    ...faultsOf(block).map(({ member, says }) => ({
      rule,
      path: `${path}/${member}`,
      message: `${type}: ${member} ${says}`,
    })),
    ...(type === 'image' || type === 'audio' ? checkBase64(data, `${path}/data`) : []),
    ...(type === 'resource' && isObject(resource) ? checkResource(resource, `${path}/resource`) : []),
    ...(isObject(annotations) ? checkPriority(annotations, `${path}/annotations`) : []),
  ];
}

function checkResource(resource: unknown, path: string): readonly Finding[] {
  const rule = 'result/resource';
  if (!isObject(resource))
    return [{ rule, path, message: `a resource is ${typeName(resource)}; it must be an object` }];
  const hasText = typeof resource['text'] === 'string';
  const hasBlob = typeof resource['blob'] === 'string';
  const both = `the resource has ${hasText ? 'both text and blob' : 'neither text nor blob'}`;
  return [
    ...checkUri(resource, path),
    ...(hasText === hasBlob ? [{ rule, path, message: both }] : []),
    ...(hasBlob ? checkBase64(resource['blob'], `${path}/blob`) : []),
  ];
}

/** What is wrong with binary data in a message, which is base64 text. */
export function checkBase64(data: unknown, path: string): readonly Finding[] {
  const found = data === undefined ? 'missing' : typeName(data);
  const why = typeof data === 'string' ? base64Problem(data) : `is ${found}; it must be base64 text`;
  return why === undefined ? [] : [{ rule: 'result/base64', path, message: `the data ${why}` }];
}

/** Tasks are an extension; its results are of this type. */
const TYPES = new Set(['complete', 'input_required', 'task']);

/** What the modern era asks of every result, whatever the request. */
export function checkModernResult(method: string, result: unknown): readonly Finding[] {
  if (!isObject(result) || (method === 'server/discover' && !isDiscovery(result))) return [];
  const isCached = methodNamed(method)?.cacheable && result['resultType'] !== 'input_required';
  return [...checkResultType(method, result), ...(isCached ? checkCache(result, '/result') : [])];
}

function checkResultType(method: string, result: JsonObject): readonly Finding[] {
  const type = result['resultType'];
  const path = '/result/resultType';
  if (typeof type !== 'string')
    return [{ rule: 'modern/result-type', path, message: 'resultType is missing; taken as "complete"' }];
  if (!TYPES.has(type))
    return [
      {
        rule: 'modern/result-type',
        path,
        message: `unknown resultType ${shortJson(type)}; taken as "complete"`,
      },
    ];
  if (type !== 'input_required') return [];
  if (!methodNamed(method)?.takesInput)
    return [{ rule: 'modern/input-required', path, message: `${method} may not ask for input` }];
  if (isObject(result['inputRequests']) || typeof result['requestState'] === 'string') return [];
  return [
    {
      rule: 'modern/input-required',
      path,
      message: 'neither inputRequests nor requestState: there is nothing to continue with',
    },
  ];
}
