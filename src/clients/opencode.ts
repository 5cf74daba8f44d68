import type { Client } from './client.ts';

export const opencode: Client = {
  id: 'opencode',
  name: 'opencode',
  kind: 'client',
  rules: [],
};
