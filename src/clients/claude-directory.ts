import type { Client } from './client.ts';
import { documented } from './evidence.ts';

const CRITERIA = 'https://claude.com/docs/connectors/building/review-criteria';

/** What the directory of connectors asks of a server that is to be listed. */
export const claudeDirectory: Client = {
  id: 'claude-directory',
  name: 'The Claude directory',
  kind: 'profile',
  rules: [
    {
      id: 'title',
      level: 'error',
      limit: { on: 'title' },
      effect: 'wanted',
      ...documented(CRITERIA, '2026-11-29'),
    },
    {
      id: 'hints',
      level: 'error',
      limit: { on: 'hints', explicit: ['readOnlyHint', 'destructiveHint'], count: 'any' },
      effect: 'wanted',
      ...documented(CRITERIA, '2026-11-29'),
    },
    {
      id: 'name-length',
      level: 'error',
      limit: { on: 'name length', most: 64 },
      effect: 'wanted',
      ...documented(CRITERIA, '2026-11-29'),
    },
    {
      id: 'mixed-actions',
      level: 'error',
      limit: { on: 'mixed actions' },
      effect: 'wanted',
      ...documented(CRITERIA, '2026-11-29'),
    },
    {
      id: 'description-words',
      level: 'error',
      limit: {
        on: 'description words',
        unwanted:
          /<\/?(?:important|system|secret|instructions?)\b[^<>]{0,99}>|\bignore (?:all |any )?(?:previous|prior|earlier|other) (?:instructions?|tools?)\b|\b(?:do not|don't|never) (?:tell|mention|inform|show|reveal)\b[^.]{0,40}\buser\b|\b(?:always|you must) (?:call|use|run) (?:this|it)\b[^.]{0,30}\b(?:first|before)\b|\bdo not use (?:any )?other tools?\b/i,
      },
      effect: 'wanted',
      ...documented(CRITERIA, '2026-11-29'),
    },
  ],
};
