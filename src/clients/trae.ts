import type { Client } from './client.ts';
import { documented } from './evidence.ts';

/** The page is a copy of what the documentation of Trae says of servers whose tools are not read. */
const TROUBLE = 'https://m.w3cschool.cn/traedocs/trae-ide-troubleshoot-mcp-server-related-issues.html';

export const trae: Client = {
  id: 'trae',
  name: 'Trae',
  kind: 'client',
  rules: [
    {
      id: 'tools',
      level: 'error',
      limit: { on: 'number of tools', most: 40 },
      effect: 'left out',
      ...documented(TROUBLE, '2026-11-29'),
    },
    {
      id: 'descriptions-length',
      level: 'error',
      limit: { on: 'descriptions length', most: 8_000 },
      effect: 'left out',
      ...documented(TROUBLE, '2026-11-29'),
    },
  ],
};
