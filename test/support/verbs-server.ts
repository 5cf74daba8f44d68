import { fileURLToPath } from 'node:url';
import { type CliOptions, type CliResult, runCli } from './cli.ts';

/** A server that has an answer of its own for each verb. */
export const SERVER = fileURLToPath(new URL('./servers/verbs.mjs', import.meta.url));

/** `mcp-loupe <words> -- node verbs.mjs`, words split at spaces. */
export const loupe = (words: string | readonly string[], options?: CliOptions): Promise<CliResult> =>
  runCli([...(typeof words === 'string' ? words.split(' ') : words), '--', 'node', SERVER], options);
