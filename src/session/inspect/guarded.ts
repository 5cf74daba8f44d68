import type { Finding } from '../../spec/finding.ts';

/** Inspecting is advice: whatever a message does to it, the message itself goes on, and the fault is told. */
export function guarded(inspect: () => readonly Finding[]): readonly Finding[] {
  try {
    return inspect();
  } catch (error) {
    return [
      {
        rule: 'loupe/fault',
        message: `not inspected: ${error instanceof Error ? error.message : String(error)}`,
      },
    ];
  }
}
