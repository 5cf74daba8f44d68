import { jqOf, type Path, stepsOf } from '../../json/path.ts';
import { same } from '../../json/same.ts';
import { isObject, type JsonObject, typeName } from '../../json/shape.ts';
import { shortJson } from '../../json/short-json.ts';
import { base64Problem } from '../../text/base64.ts';
import type { Finding } from '../finding.ts';
import { methodNamed } from '../methods.ts';
import { type Members, open, text, uri } from '../shape.ts';
import { memberFaults } from './members.ts';
import { isDiscovery } from './opening.ts';

/** Says how a value breaks a JSON Schema, and what of the schema could not be used. Throws nothing. */
export type CheckAgainst = (
  schema: unknown,
  value: unknown,
) => {
  readonly unusable?: string;
  readonly problems: readonly { readonly path: string; readonly message: string }[];
};

/** What is wrong with the result of `tools/call` (server/tools#tool-result), given the tool's own `outputSchema`. */
export function inspectToolResult(
  result: unknown,
  outputSchema: unknown,
  check: CheckAgainst,
): readonly Finding[] {
  if (!isObject(result)) return [];
  const findings: Finding[] = [];
  const { content } = result;
  if ('toolResult' in result && content === undefined) {
    findings.push({
      rule: 'result/legacy',
      path: '/result/toolResult',
      message: 'toolResult instead of content',
    });
  } else if (!Array.isArray(content)) {
    const found = content === undefined ? 'missing' : typeName(content);
    findings.push({
      rule: 'result/no-content',
      path: '/result/content',
      message: `content is ${found}; it must be an array`,
    });
  } else {
    content.forEach((block: unknown, place) => {
      findings.push(...inspectContent(block, `/result/content/${place}`));
    });
  }
  findings.push(...inspectStructured(result, outputSchema, check));
  return findings;
}

function inspectStructured(
  result: JsonObject,
  outputSchema: unknown,
  check: CheckAgainst,
): readonly Finding[] {
  const value = result['structuredContent'];
  const path = '/result/structuredContent';
  const differing = inspectText(result['content'], value, path);
  // A schema that is null is one that should have been left out.
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
 * its model either. What wraps a value that is no object in `result`, as some SDKs do, is the same.
 */
function inspectText(content: unknown, structured: unknown, path: string): readonly Finding[] {
  const [block, ...others] = Array.isArray(content) ? content : [];
  const json: unknown = isObject(block) && block['type'] === 'text' ? block['text'] : undefined;
  if (!isObject(structured) || others.length > 0 || typeof json !== 'string') return [];
  const value = json.length <= COMPARED && /^\s*[[{]/.test(json) ? parsed(json) : undefined;
  if (value === undefined || same(value, structured) || same(value, structured['result'])) return [];
  const message = 'structuredContent differs from the JSON in the text beside it';
  return [{ rule: 'result/structured-text', path, message }];
}

/** The value of a JSON text; undefined when it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What does not fit, with what it is said of: a sentence is read far from its place as well. */
function mismatch(pointer: string, problem: string): string {
  const subject = `structuredContent${jqOf(placesIn(pointer)).replace(/^\.(?=\[|$)/, '')}`;
  return problem === 'is required'
    ? `${subject} is required by outputSchema but missing`
    : `${subject} ${problem} (outputSchema)`;
}

/** The steps of a pointer, places of arrays as numbers: what only reads well may take a name of digits for one. */
const placesIn = (pointer: string): Path =>
  (stepsOf(pointer) ?? []).map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/** What is wrong with the result of `resources/read` (server/resources#reading-resources). */
export function inspectReadResult(result: unknown): readonly Finding[] {
  if (!isObject(result)) return [];
  const { contents } = result;
  if (!Array.isArray(contents)) {
    const found = contents === undefined ? 'missing' : typeName(contents);
    return [
      {
        rule: 'result/resource',
        path: '/result/contents',
        message: `contents is ${found}; it must be an array`,
      },
    ];
  }
  return contents.flatMap((item: unknown, place) => inspectResource(item, `/result/contents/${place}`));
}

/** What is wrong with the result of `prompts/get` (server/prompts#getting-a-prompt). */
export function inspectPromptResult(result: unknown): readonly Finding[] {
  if (!isObject(result)) return [];
  const { messages } = result;
  const rule = 'result/role';
  if (!Array.isArray(messages)) {
    const found = messages === undefined ? 'missing' : typeName(messages);
    return [{ rule, path: '/result/messages', message: `messages is ${found}; it must be an array` }];
  }
  return messages.flatMap((message: unknown, place): readonly Finding[] => {
    const path = `/result/messages/${place}`;
    if (!isObject(message))
      return [{ rule, path, message: `a message is ${typeName(message)}; it must be an object` }];
    const { role, content } = message;
    const findings: Finding[] = [];
    if (role !== 'user' && role !== 'assistant') {
      findings.push({
        rule,
        path: `${path}/role`,
        message: `role is ${shortJson(role)}; it must be "user" or "assistant"`,
      });
    }
    if (Array.isArray(content))
      findings.push({
        rule,
        path: `${path}/content`,
        message: 'content is an array; a prompt message has one block',
      });
    else findings.push(...inspectContent(content, `${path}/content`));
    return findings;
  });
}

/** What a client needs of each type of block, beside binary data. */
const BLOCKS: Readonly<Record<string, Members>> = {
  text: { text },
  image: { mimeType: text },
  audio: { mimeType: text },
  resource_link: { uri, name: text },
  resource: { resource: open },
  tool_use: {},
  tool_result: {},
};

/** What is wrong with one content block (server/tools#tool-result); the type decides what it must have. */
function inspectContent(block: unknown, path: string): readonly Finding[] {
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
  const members = Object.hasOwn(BLOCKS, type) ? BLOCKS[type] : undefined;
  if (members === undefined)
    return [
      {
        rule: 'result/unknown-content',
        path: `${path}/type`,
        message: `unknown content type ${shortJson(type)}`,
      },
    ];
  const findings: Finding[] = memberFaults(block, members).map(({ member, says }) => ({
    rule,
    path: `${path}/${member}`,
    message: `${type}: ${member} ${says}`,
  }));
  if (type === 'image' || type === 'audio') findings.push(...inspectBase64(block['data'], `${path}/data`));
  if (type === 'resource' && isObject(block['resource']))
    findings.push(...inspectResource(block['resource'], `${path}/resource`));
  findings.push(...inspectAnnotations(block['annotations'], `${path}/annotations`));
  return findings;
}

function inspectAnnotations(annotations: unknown, path: string): readonly Finding[] {
  if (!isObject(annotations)) return [];
  const { priority } = annotations;
  if (priority === undefined || (typeof priority === 'number' && priority >= 0 && priority <= 1)) return [];
  return [
    {
      rule: 'result/bad-content',
      path: `${path}/priority`,
      message: `priority is ${shortJson(priority)}; it must be between 0 and 1`,
    },
  ];
}

function inspectResource(resource: unknown, path: string): readonly Finding[] {
  const rule = 'result/resource';
  if (!isObject(resource))
    return [{ rule, path, message: `a resource is ${typeName(resource)}; it must be an object` }];
  const findings: Finding[] = [];
  if (typeof resource['uri'] !== 'string')
    findings.push({ rule, path: `${path}/uri`, message: 'the resource has no uri' });
  const hasText = typeof resource['text'] === 'string';
  const hasBlob = typeof resource['blob'] === 'string';
  if (hasText === hasBlob)
    findings.push({
      rule,
      path,
      message: `the resource has ${hasText ? 'both text and blob' : 'neither text nor blob'}`,
    });
  if (hasBlob) findings.push(...inspectBase64(resource['blob'], `${path}/blob`));
  return findings;
}

/** What is wrong with binary data in a message, which is base64 text. */
export function inspectBase64(data: unknown, path: string): readonly Finding[] {
  const found = data === undefined ? 'missing' : typeName(data);
  const why = typeof data === 'string' ? base64Problem(data) : `is ${found}; it must be base64 text`;
  return why === undefined ? [] : [{ rule: 'result/base64', path, message: `the data ${why}` }];
}

/** Tasks are an extension; its results are of this type. */
const TYPES = new Set(['complete', 'input_required', 'task']);

/** What the modern era asks of every result, whatever the request. */
export function inspectModernResult(method: string, result: unknown): readonly Finding[] {
  if (!isObject(result) || (method === 'server/discover' && !isDiscovery(result))) return [];
  return [...resultType(method, result), ...caching(method, result)];
}

function resultType(method: string, result: JsonObject): readonly Finding[] {
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

function caching(method: string, result: JsonObject): readonly Finding[] {
  if (!methodNamed(method)?.cacheable || result['resultType'] === 'input_required') return [];
  const { ttlMs, cacheScope } = result;
  const findings: Finding[] = [];
  const rule = 'modern/cache';
  if (typeof ttlMs !== 'number' || ttlMs < 0) {
    findings.push({
      rule,
      path: '/result/ttlMs',
      message:
        ttlMs === undefined ? 'ttlMs is missing' : `ttlMs is ${shortJson(ttlMs)}; it must be 0 or more`,
    });
  }
  if (cacheScope !== 'public' && cacheScope !== 'private') {
    findings.push({
      rule,
      path: '/result/cacheScope',
      message:
        cacheScope === undefined
          ? 'cacheScope is missing'
          : `cacheScope is ${shortJson(cacheScope)}; it must be "public" or "private"`,
    });
  }
  return findings;
}
