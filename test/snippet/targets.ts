import type { HttpTarget, RecordedTarget, StdioTarget } from '../../src/session/target.ts';

/** A server that is started, in `/repo` with a shell's environment. */
export const process_ = (words: readonly string[], more: Partial<StdioTarget> = {}): StdioTarget => {
  const [command = '', ...args] = words;
  const env = { PATH: '/bin', LANG: 'C' };
  return { transport: 'stdio', command, args, cwd: '/repo', env, given: [], beyondClient: ['LANG'], ...more };
};

/** A server that is reached. */
export const remote = (url: string, more: Partial<HttpTarget> = {}): HttpTarget => ({
  transport: 'http',
  chosen: false,
  url,
  headers: [],
  insecure: false,
  ...more,
});

export const recording = (of: string): RecordedTarget => ({ transport: 'recorded', path: '/x', of });
