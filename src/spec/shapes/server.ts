import {
  any,
  boolean,
  integer,
  list,
  type MessageShapes,
  map,
  object,
  open,
  optional,
  revised,
  tagged,
  text,
  uri,
} from '../shape.ts';
import { resumable, resumed } from './asked.ts';
import {
  cacheable,
  icons,
  innerMeta,
  logLevel,
  mayHaveNotice,
  notice,
  page,
  pageParams,
  params,
  result,
  role,
  title,
} from './body.ts';
import {
  contentBlock,
  resourceContents,
  resourceMembers,
  resourceTemplate,
  structuredContent,
} from './content.ts';
import { task, taskInstead } from './tasks.ts';
import { tool } from './tool.ts';

const called = result({
  content: list(contentBlock),
  structuredContent,
  isError: optional(boolean),
});

const tools = {
  'tools/list': { params: pageParams, result: page({ tools: list(tool) }) },
  'tools/call': {
    params: params({ name: text, arguments: optional(open), task, ...resumed }),
    result: resumable(taskInstead(called)),
  },
  'notifications/tools/list_changed': { params: mayHaveNotice },
} satisfies MessageShapes;

const resource = object(resourceMembers);

const resources = {
  'resources/list': { params: pageParams, result: page({ resources: list(resource) }) },
  'resources/templates/list': {
    params: pageParams,
    result: page({ resourceTemplates: list(resourceTemplate) }),
  },
  'resources/read': {
    params: params({ uri, ...resumed }),
    result: resumable(cacheable({ contents: list(resourceContents) })),
  },
  'resources/subscribe': { params: params({ uri }), result: result({}) },
  'resources/unsubscribe': { params: params({ uri }), result: result({}) },
  'notifications/resources/updated': { params: notice({ uri }) },
  'notifications/resources/list_changed': { params: mayHaveNotice },
} satisfies MessageShapes;

const argument = object({ name: text, title, description: optional(text), required: optional(boolean) });

const prompt = object({
  name: text,
  title,
  description: optional(text),
  arguments: optional(list(argument)),
  icons,
  _meta: innerMeta,
});

const got = result({
  description: optional(text),
  messages: list(object({ role, content: contentBlock })),
});

const prompts = {
  'prompts/list': { params: pageParams, result: page({ prompts: list(prompt) }) },
  'prompts/get': {
    params: params({ name: text, arguments: optional(map(text)), ...resumed }),
    result: resumable(got),
  },
  'notifications/prompts/list_changed': { params: mayHaveNotice },
} satisfies MessageShapes;

const completing = params({
  ref: tagged('type', {
    'ref/prompt': object({ name: text, title }),
    'ref/resource': object({ uri: text }),
  }),
  argument: object({ name: text, value: text }),
  context: optional(object({ arguments: optional(map(text)) }), { since: '2025-06-18' }),
});

const offered = object({
  values: revised(list(text), { '2026-07-28': list(text, 100) }),
  total: optional(integer),
  hasMore: optional(boolean),
});

const completion = {
  'completion/complete': { params: completing, result: result({ completion: offered }) },
} satisfies MessageShapes;

const logging = {
  'logging/setLevel': { params: params({ level: logLevel }), result: result({}) },
  'notifications/message': { params: notice({ level: logLevel, logger: optional(text), data: any }) },
} satisfies MessageShapes;

/** What a server offers: what it lists, and what helps to use that. */
export const serverShapes = { ...tools, ...resources, ...prompts, ...completion, ...logging };
