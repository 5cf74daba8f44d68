import { byBoth, type Methods, notification } from '../method.ts';
import { LEGACY } from '../revision.ts';
import { number, optional, revised, text } from '../shape.ts';
import { notice, requestId } from './body.ts';

/** What is said of a request while it runs. */
export const running: Methods = {
  'notifications/cancelled': notification(
    byBoth(),
    notice({
      // A task has no request to name.
      requestId: revised(requestId, { '2025-11-25': optional(requestId), '2026-07-28': requestId }),
      reason: optional(text),
    }),
  ),
  'notifications/progress': notification(
    { c2s: LEGACY, s2c: {} },
    notice({
      progressToken: requestId,
      progress: number,
      total: optional(number),
      message: optional(text, { since: '2025-03-26' }),
    }),
  ),
};
