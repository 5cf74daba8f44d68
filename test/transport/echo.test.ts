import { describe, expect, it } from 'vitest';
import { createEcho } from '../../src/transport/echo.ts';
import { framed } from '../support/framed.ts';

const HELLO = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}';
const PONG = '{"jsonrpc":"2.0","id":9,"result":{}}';

/** Which of the lines that come back are taken for echoes of those that were sent. */
function echoes(sent: readonly string[], back: readonly string[]): boolean[] {
  const echo = createEcho();
  for (const line of sent) echo.sent(line);
  return framed(back.map((line) => `${line}\n`).join('')).map(
    (line) => line.type === 'frame' && echo.of(line) !== undefined,
  );
}

describe('what comes back of what was sent', () => {
  it.each([
    ['a request of ours', [HELLO], [HELLO], [true]],
    ['one in another order', [HELLO], ['{"method":"initialize","id":1,"jsonrpc":"2.0","params":{}}'], [true]],
    ['an answer of ours, once the echo is proven', [HELLO, PONG], [HELLO, PONG], [true, true]],
    ['an answer of ours, once only', [HELLO, PONG], [HELLO, PONG, PONG], [true, true, false]],
    [
      'an answer of ours, written anew',
      [HELLO, PONG],
      [HELLO, '{"result":{},"id":9,"jsonrpc":"2.0"}'],
      [true, true],
    ],
    ['an answer of ours behind a prefix', [PONG], [`received: ${PONG}`], [true]],
    [
      'our pings',
      [HELLO, '{"jsonrpc":"2.0","id":2,"method":"ping"}'],
      [HELLO, '{"jsonrpc":"2.0","id":2,"method":"ping"}'],
      [true, true],
    ],
  ] as const)('%s', (_, sent, back, are) => {
    expect(echoes(sent, back)).toEqual(are);
  });

  it.each([
    ['an answer of the server that equals one of ours', [PONG], [PONG]],
    [
      'a ping of the server that equals one of ours',
      ['{"jsonrpc":"2.0","id":2,"method":"ping"}'],
      ['{"jsonrpc":"2.0","id":2,"method":"ping"}'],
    ],
    ['a request of the server', [HELLO], ['{"jsonrpc":"2.0","id":1,"method":"roots/list"}']],
    ['an answer to us', [HELLO], ['{"jsonrpc":"2.0","id":1,"result":{}}']],
  ] as const)('is not %s', (_, sent, back) => {
    expect(echoes(sent, back)).toEqual([false]);
  });

  it('is told of once', () => {
    const echo = createEcho();
    echo.sent(HELLO);
    echo.sent(HELLO);
    const rules = framed(`${HELLO}\n${HELLO}\n`).map((line) => {
      const found = line.type === 'frame' ? echo.of(line) : undefined;
      return found?.type === 'invalid' ? found.findings?.map(({ rule }) => rule) : undefined;
    });
    expect(rules).toEqual([['stdio/echo'], []]);
  });
});
