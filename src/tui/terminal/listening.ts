import type { TerminalInput } from './input/stdin.ts';
import { createTokenizer } from './input/tokenizer.ts';

/** What a terminal that is ours for a while sends. */
export interface Listening {
  /** The answers that came, whole sequences. */
  readonly replies: readonly string[];
  /** Resolves with the first key. */
  readonly pressed: Promise<void>;
  /** Resolves when the answers are as they are wanted, a key is pressed, or after so many ms. */
  until(done: (replies: readonly string[]) => boolean, ms: number): Promise<void>;
  /** Leaves the terminal as it was. */
  end(): void;
}

/** ms after which a lone ESC is the key. */
const ESCAPE = 50;

/** Listens to a terminal that nobody else reads, in raw mode; its answers are told from keys. */
export function listen(source: TerminalInput): Listening {
  const tokenizer = createTokenizer();
  const replies: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let press: () => void = () => {};
  let answered: () => void = () => {};
  const pressed = new Promise<void>((resolve) => {
    press = resolve;
  });

  const take = (tokens: ReturnType<typeof tokenizer.push>): void => {
    for (const token of tokens) {
      if (token.kind === 'reply') replies.push(token.bytes);
      else press();
    }
    answered();
  };
  const read = (chunk: string): void => {
    clearTimeout(timer);
    take(tokenizer.push(chunk));
    if (tokenizer.waiting() !== 'nothing') timer = setTimeout(() => take(tokenizer.flush()), ESCAPE);
  };
  source.setRawMode(true);
  source.on('data', read);
  source.resume();

  return {
    replies,
    pressed,
    async until(done, ms) {
      let impatience: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => {
        impatience = setTimeout(resolve, ms);
        answered = () => done(replies) && resolve();
      });
      await Promise.race([enough, pressed]);
      clearTimeout(impatience);
      answered = () => {};
    },
    end() {
      clearTimeout(timer);
      source.off('data', read);
      source.setRawMode(false);
      source.pause();
    },
  };
}
