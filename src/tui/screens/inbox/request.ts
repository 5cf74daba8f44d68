import { isObject, type JsonObject } from '../../../json/shape.ts';
import type { ServerRequest } from '../../../session/state.ts';

/**
 * What a person is asked for: a form to fill in, a page to go to (client/elicitation), or a model's answer
 * (client/sampling).
 */
export type InboxRequest =
  | { readonly kind: 'form'; readonly message: string; readonly schema: unknown }
  | { readonly kind: 'url'; readonly message: string; readonly url: string; readonly elicitationId?: string }
  | { readonly kind: 'sampling'; readonly message: string; readonly tools: readonly string[] };

/** What is asked, whatever the server sent; a text that is missing is empty. */
export function requestOf({ method, params }: Pick<ServerRequest, 'method' | 'params'>): InboxRequest {
  const members = isObject(params) ? params : {};
  if (method === 'sampling/createMessage')
    return { kind: 'sampling', message: lastSaid(members['messages']), tools: toolNames(members['tools']) };
  const message = textIn(members, 'message');
  if (members['mode'] !== 'url') return { kind: 'form', message, schema: members['requestedSchema'] ?? {} };
  const { elicitationId } = members;
  return {
    kind: 'url',
    message,
    url: textIn(members, 'url'),
    ...(typeof elicitationId === 'string' ? { elicitationId } : {}),
  };
}

/** What a request is called where there is little room. */
export const KINDS: Readonly<Record<InboxRequest['kind'], string>> = {
  form: 'elicitation',
  url: 'elicitation by URL',
  sampling: 'sampling',
};

function textIn(members: JsonObject, name: string): string {
  const value = members[name];
  return typeof value === 'string' ? value : '';
}

/** The last text of the messages that a model is to go on with. */
function lastSaid(messages: unknown): string {
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  const content = isObject(last) ? last['content'] : undefined;
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  const said = blocks.findLast((block) => isObject(block) && typeof block['text'] === 'string');
  return isObject(said) ? textIn(said, 'text') : '';
}

const toolNames = (tools: unknown): readonly string[] =>
  (Array.isArray(tools) ? tools : []).flatMap((tool: unknown) =>
    isObject(tool) && typeof tool['name'] === 'string' ? [tool['name']] : [],
  );
