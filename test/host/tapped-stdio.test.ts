import { expect, it } from 'vitest';
import { createHeldClock, systemClock } from '../../src/host/clock.ts';
import { createStdioRecorder } from '../../src/host/tapped-stdio.ts';
import type { TappedStreams } from '../../src/host/tapped-streams.ts';

it('ends without what is left when it is hurried, and says so', async () => {
  const said: string[] = [];
  let steps = 0;
  let isHurried = false;
  const slow = {
    add() {},
    step() {
      steps += 1;
      const until = performance.now() + 30;
      while (performance.now() < until);
      return steps < 10_000;
    },
    rest() {},
    end() {},
  };
  const streams: TappedStreams = {
    lines: { stdin: slow, stdout: slow, stderr: slow, toServer: slow, toClient: slow },
    spawned() {},
    exited: () => said.push('exit'),
    closed() {},
    unrecorded: (why) => said.push(why),
    close: () => said.push('closed'),
  };
  const recorder = createStdioRecorder({
    ...{ clock: createHeldClock(systemClock), pid: 1, onStop: () => {}, onFlood: () => {} },
    open: async () => streams,
  });
  recorder.passed('stdout', Buffer.from('much'));
  // The signal comes while it looks: it is heard between two turns.
  setTimeout(() => {
    isHurried = true;
  }, 100);
  await recorder.finish({ code: 0 }, () => isHurried);
  expect(said).toEqual(['4 bytes that passed at the end were not looked at', 'exit', 'closed']);
  expect(steps).toBeLessThan(100);
}, 20_000);
