import type { Client } from './client.ts';
import { inCode, reported } from './evidence.ts';

const TOOLSET = 'https://github.com/MoonshotAI/kimi-cli/blob/main/src/kimi_cli/soul/toolset.py';

export const kimi: Client = {
  id: 'kimi',
  name: 'Kimi',
  kind: 'client',
  results: {
    takes: 'content',
    ...inCode(TOOLSET, '2026-11-29'),
    most: [{ most: 100_000, of: 'characters', becomes: 'cut there', ...inCode(TOOLSET, '2026-11-29') }],
  },
  remarks: [
    {
      says: 'It refuses every request with "schema exceeds maximum allowed size" where a list is too large; 50 and 212 tools were. The size is not known.',
      ...reported('2026-06', 'MoonshotAI/kimi-cli#2475', '2026-11-29'),
    },
  ],
  rules: [
    {
      id: 'tools',
      level: 'error',
      limit: { on: 'number of tools', most: 128 },
      effect: 'refused',
      ...reported('2025-11', 'MoonshotAI/Kimi-K2#90', '2026-11-29'),
    },
    {
      id: 'shared-name',
      level: 'error',
      limit: { on: 'shared name' },
      effect: 'left out',
      ...reported('2026-06', 'MoonshotAI/kimi-code#575', '2026-11-29'),
    },
  ],
};
