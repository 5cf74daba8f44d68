import { relative } from 'node:path';
import { defaultExclude, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Looks at what all stories did. */
const AFTERWARDS = 'test/stories.test.ts';

/** Folders whose files take a moment each, since they start no process. */
const SHORT = /^test\/(?:json|session|settings|snippet|text|transcript|tui)\//;

/** The short files come last, so that no core is idle while the other is at the last long one. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isShort = ({ moduleId }: TestSpecification) => SHORT.test(relative(this.ctx.config.root, moduleId));
    const sorted = await super.sort(files);
    return [...sorted.filter((file) => !isShort(file)), ...sorted.filter(isShort)];
  }
}

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    // Generous, so that a busy machine fails no test: what is waited for comes, or never does.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // One more than the cores there are at least, since a test waits for a third of its time.
    maxWorkers: 3,
    // A process and the modules of its own for each file would take a third of a second, hundreds of times.
    isolate: false,
    sequence: { sequencer: LongFirst },
    globalSetup: ['test/support/trace.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: { label: 'all', color: 'blue' },
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...defaultExclude, AFTERWARDS],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: { label: 'afterwards', color: 'blue' },
          include: [AFTERWARDS],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
