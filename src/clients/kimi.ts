import type { Client } from './client.ts';

export const kimi: Client = {
  id: 'kimi',
  name: 'Kimi',
  kind: 'client',
  rules: [],
};
