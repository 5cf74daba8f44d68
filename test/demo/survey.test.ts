import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';

const survey = (...options: readonly string[]) =>
  runCli(['call', 'survey-sky', 'plates=1', ...options, '--', 'demo']);

describe('a survey of the sky', () => {
  it.each([
    ['a task in the modern era', ['--era', 'modern']],
    ['a call where no task is taken', ['--era', 'modern', '--no-tasks']],
    ['a call in the legacy era', ['--era', 'legacy']],
  ] as const)('is %s, and comes to its end', async (_, options) => {
    const { code, stdout, stderr } = await survey(...options);
    expect([code, stdout], stderr).toEqual([0, 'One plate, and it is sharp.\n']);
    expect(stderr).not.toContain('finding');
  });
});
