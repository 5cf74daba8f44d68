import { byClient, byServer, type Methods, notification, request } from '../method.ts';
import { boolean, list, map, object, optional, text } from '../shape.ts';
import { mayHaveNotice, page, pageParams, params, result } from './body.ts';
import { contentBlock } from './content.ts';
import { resumable, resumed } from './input.ts';
import { icons, innerMeta, role, title } from './metadata.ts';

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

export const prompts: Methods = {
  'prompts/list': request(byClient(), pageParams, page({ prompts: list(prompt) }), 'prompts'),
  'prompts/get': request(
    byClient(),
    params({ name: text, arguments: optional(map(text)), ...resumed }),
    resumable(got),
    'prompts',
  ),
  'notifications/prompts/list_changed': notification(byServer(), mayHaveNotice, 'prompts.listChanged'),
};
