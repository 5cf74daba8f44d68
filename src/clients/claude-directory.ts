import type { Client } from './client.ts';

export const claudeDirectory: Client = {
  id: 'claude-directory',
  name: 'Claude directory',
  kind: 'profile',
  rules: [
    {
      id: 'title',
      level: 'error',
      limit: { on: 'title' },
      effect: 'wanted',
      source: 'https://claude.com/docs/connectors/building/review-criteria',
      seen: '2026-11-29',
      sure: 'docs',
    },
    {
      id: 'hints',
      level: 'error',
      limit: { on: 'hints', explicit: ['readOnlyHint', 'destructiveHint'], count: 'any' },
      effect: 'wanted',
      source: 'https://claude.com/docs/connectors/building/review-criteria',
      seen: '2026-11-29',
      sure: 'docs',
    },
  ],
};
