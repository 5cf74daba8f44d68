import { anthropicApi } from './anthropic-api.ts';
import { chatgptApps } from './chatgpt-apps.ts';
import { claudeCode } from './claude-code.ts';
import { claudeDesktop } from './claude-desktop.ts';
import { claudeDirectory } from './claude-directory.ts';
import type { Client } from './client.ts';
import { cursor } from './cursor.ts';
import { geminiApi } from './gemini-api.ts';
import { geminiCli } from './gemini-cli.ts';
import { kimi } from './kimi.ts';
import { mcp } from './mcp.ts';
import { openai } from './openai.ts';
import { openaiStrict } from './openai-strict.ts';
import { opencode } from './opencode.ts';
import { trae } from './trae.ts';
import { vsCode } from './vs-code.ts';
import { windsurf } from './windsurf.ts';
import { zed } from './zed.ts';

/** Every client we know. A new one is a file of its own and a name here. */
export const CLIENTS: readonly Client[] = [
  claudeDesktop,
  claudeCode,
  cursor,
  vsCode,
  windsurf,
  geminiCli,
  zed,
  openai,
  anthropicApi,
  geminiApi,
  trae,
  opencode,
  kimi,
  mcp,
  claudeDirectory,
  chatgptApps,
  openaiStrict,
];

/** The client with this id, or another name that it goes by. */
export const clientNamed = (word: string): Client | undefined =>
  CLIENTS.find(({ id, also = [] }) => id === word || also.includes(word));
