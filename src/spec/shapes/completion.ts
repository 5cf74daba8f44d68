import { byClient, type Methods, request } from '../method.ts';
import { boolean, integer, list, map, object, optional, revised, tagged, text } from '../shape.ts';
import { params, result } from './body.ts';
import { title } from './metadata.ts';

const asked = params({
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

export const completion: Methods = {
  'completion/complete': request(byClient(), asked, result({ completion: offered }), 'completions'),
};
