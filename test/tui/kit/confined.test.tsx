import { Text } from 'ink';
import { render } from 'ink-testing-library';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { Confined } from '../../../src/tui/kit/confined.tsx';

function Picky({ text }: { readonly text: string }): ReactNode {
  if (text === 'bad') throw new Error('cannot draw that');
  return <Text>{text}</Text>;
}

it('keeps a fault to its part, and tries again when something is done', async () => {
  const faults: string[] = [];
  const listeners = new Set<() => void>();
  const retry = (again: () => void) => {
    listeners.add(again);
    return () => listeners.delete(again);
  };
  const part = (text: string) => (
    <>
      <Confined
        retry={retry}
        onFault={(error) => faults.push(String(error))}
        instead={(error) => <Text>instead: {String(error)}</Text>}
      >
        <Picky text={text} />
      </Confined>
      <Text>beside</Text>
    </>
  );
  const screen = render(part('good'));
  expect(screen.lastFrame()).toBe('good\nbeside');
  screen.rerender(part('bad'));
  expect(screen.lastFrame()).toBe('instead: Error: cannot draw that\nbeside');
  expect(faults).toEqual(['Error: cannot draw that']);
  screen.rerender(part('good'));
  expect(screen.lastFrame()).toMatch(/^instead/);
  for (const again of listeners) again();
  await expect.poll(() => screen.lastFrame()).toBe('good\nbeside');
  expect(listeners.size).toBe(0);
});
