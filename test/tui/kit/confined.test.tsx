import { Text } from 'ink';
import { render } from 'ink-testing-library';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { Confined } from '../../../src/tui/kit/confined.tsx';

function Picky({ text }: { readonly text: string }): ReactNode {
  if (text === 'bad') throw new Error('cannot draw that');
  return <Text>{text}</Text>;
}

it('keeps a fault to its part, and tries again when something is done', () => {
  const faults: string[] = [];
  const part = (of: number, text: string) => (
    <>
      <Confined
        of={of}
        onFault={(error) => faults.push(String(error))}
        instead={(error) => <Text>instead: {String(error)}</Text>}
      >
        <Picky text={text} />
      </Confined>
      <Text>beside</Text>
    </>
  );
  const screen = render(part(1, 'good'));
  expect(screen.lastFrame()).toBe('good\nbeside');
  screen.rerender(part(2, 'bad'));
  expect(screen.lastFrame()).toBe('instead: Error: cannot draw that\nbeside');
  expect(faults).toEqual(['Error: cannot draw that']);
  screen.rerender(part(2, 'good'));
  expect(screen.lastFrame()).toMatch(/^instead/);
  screen.rerender(part(3, 'good'));
  expect(screen.lastFrame()).toBe('good\nbeside');
});
