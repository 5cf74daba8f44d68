import { byClient, byServer, type Methods, notification, request } from '../method.ts';
import { boolean, list, open, optional, text } from '../shape.ts';
import { mayHaveNotice, page, pageParams, params, result } from './body.ts';
import { contentBlock, structuredContent } from './content.ts';
import { resumable, resumed } from './input.ts';
import { task, taskInstead } from './tasks.ts';
import { tool } from './tool.ts';

const called = result({
  content: list(contentBlock),
  structuredContent,
  isError: optional(boolean),
});

export const tools: Methods = {
  'tools/list': request(byClient(), pageParams, page({ tools: list(tool) }), 'tools'),
  'tools/call': request(
    byClient(),
    params({ name: text, arguments: optional(open), task, ...resumed }),
    resumable(taskInstead(called)),
    'tools',
  ),
  'notifications/tools/list_changed': notification(byServer(), mayHaveNotice, 'tools.listChanged'),
};
