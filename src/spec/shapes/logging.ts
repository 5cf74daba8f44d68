import { byClient, byServer, type Methods, notification, request } from '../method.ts';
import { LEGACY } from '../revision.ts';
import { any, optional, text } from '../shape.ts';
import { notice, params, result } from './body.ts';
import { logLevel } from './level.ts';

export const logging: Methods = {
  'logging/setLevel': request(byClient(LEGACY), params({ level: logLevel }), result({}), 'logging'),
  'notifications/message': notification(
    byServer(),
    notice({ level: logLevel, logger: optional(text), data: any }),
    'logging',
  ),
};
