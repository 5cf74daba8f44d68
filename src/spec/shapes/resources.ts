import { byClient, byServer, type Methods, notification, request } from '../method.ts';
import { LEGACY } from '../revision.ts';
import { list, object, uri } from '../shape.ts';
import { cacheable, mayHaveNotice, notice, page, pageParams, params, result } from './body.ts';
import { resumable, resumed } from './input.ts';
import { resourceContents, resourceMembers, resourceTemplate } from './resource.ts';

const resource = object(resourceMembers);

export const resources: Methods = {
  'resources/list': request(byClient(), pageParams, page({ resources: list(resource) }), 'resources'),
  'resources/templates/list': request(
    byClient(),
    pageParams,
    page({ resourceTemplates: list(resourceTemplate) }),
    'resources',
  ),
  'resources/read': request(
    byClient(),
    params({ uri, ...resumed }),
    resumable(cacheable({ contents: list(resourceContents) })),
    'resources',
  ),
  'resources/subscribe': request(byClient(LEGACY), params({ uri }), result({}), 'resources.subscribe'),
  'resources/unsubscribe': request(byClient(LEGACY), params({ uri }), result({}), 'resources.subscribe'),
  'notifications/resources/updated': notification(byServer(), notice({ uri }), 'resources.subscribe'),
  'notifications/resources/list_changed': notification(byServer(), mayHaveNotice, 'resources.listChanged'),
};
