import { cut } from '../../text/cut.ts';
import { visible } from '../../text/visible.ts';
import { decodeApart } from './decoder.ts';
import type { TerminalInput } from './input/stdin.ts';
import { createTokenizer } from './input/tokenizer.ts';
import type { Lending } from './lending.ts';
import type { CellLook } from './pictures/cells.ts';
import { KITTY_DELETE } from './pictures/kitty.ts';
import { type Blob, dimensionsOf, formatOf } from './pictures/picture.ts';
import { type Answers, answersIn, type Protocol, protocolOf, QUESTION } from './pictures/protocol.ts';
import { type Means, type ShownPicture, screenful } from './pictures/screenful.ts';
import { type Pane, passingPane, throughTmux } from './tmux.ts';

export interface ShowingOptions {
  readonly lending: Lending;
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: TerminalInput;
  readonly stdout: NodeJS.WriteStream;
  /** How it is drawn where the terminal knows no pictures. */
  readonly look: CellLook;
}

/** Pixels that are kept of a picture for what shows pixels. */
const KEPT = { width: 2000, height: 2000 };
/** ms that a terminal has to answer; nearly all do at once. */
const PATIENCE = 500;
/** Bytes of a sequence that tmux takes, at most; of base64 there are four for three of the file. */
const TMUX_MOST = 1_000_000;

// The alternate screen, empty, without a cursor, and no colours left over.
const ENTER = '\x1b[?1049h\x1b[?25l';
const CLEAR = '\x1b[0m\x1b[H\x1b[2J';
const LEAVE = '\x1b[0m\x1b[H\x1b[2J\x1b[?25h\x1b[?1049l';

/**
 * Shows a picture on the whole terminal, with the words below it, until a key is pressed. Nothing of the picture
 * reaches the terminal but pixels and base64. Resolves with why it could not be shown, in one sentence, or with nothing.
 */
export async function showPicture(
  picture: Blob,
  words: string,
  { lending, env, stdin, stdout, look }: ShowingOptions,
): Promise<string | undefined> {
  const decoded = await decodeApart(picture, KEPT);
  if (decoded.kind === 'failed') return visible(decoded.why);
  if (lending.lent()) return undefined;
  const file = Buffer.from(picture.base64, 'base64');
  const { raster } = decoded;
  const shown = { file, raster, isPng: formatOf(file) === 'PNG', size: dimensionsOf(file) ?? raster };
  const way = await wayOf(shown, env);
  await lending.use(async (ended) => {
    const listening = listen(stdin);
    try {
      stdout.write(`${ENTER}${CLEAR}${QUESTION}`);
      await listening.until((replies) => answersIn(replies).isWhole, PATIENCE);
      const answers = answersIn(listening.replies);
      const means = way.protocol ?? (answers.sixel ? 'sixel' : look);
      const draw = (): void => void stdout.write(drawn(shown, words, means, way.pane, answers, stdout));
      draw();
      stdout.on('resize', draw);
      await Promise.race([listening.pressed, ended]);
      stdout.off('resize', draw);
      stdout.write(deletion(means, way.pane));
    } finally {
      stdout.write(LEAVE);
      listening.end();
    }
  });
  return undefined;
}

/** What is known of the terminal before it is asked. */
interface Way {
  readonly protocol?: Protocol;
  /** Of tmux, which stands in between. */
  readonly pane?: Pane;
}

async function wayOf({ file }: ShownPicture, env: NodeJS.ProcessEnv): Promise<Way> {
  const protocol = protocolOf(env);
  if (protocol === undefined) return {};
  if (!env['TMUX']) return { protocol };
  if (protocol === 'iterm' && (file.length * 4) / 3 > TMUX_MOST) return {};
  const pane = await passingPane(env);
  return pane === undefined ? {} : { protocol, pane };
}

function drawn(
  shown: ShownPicture,
  words: string,
  means: Means,
  pane: Pane | undefined,
  answers: Answers,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): string {
  const room = { columns, rows: Math.max(1, rows - 1) };
  const sequences = screenful(shown, means, room, answers);
  const placed = pane === undefined ? sequences : sequences.map((one) => passed(one, pane));
  const said = cut(`any key goes back - ${visible(words)}`, columns);
  return `${deletion(means, pane)}${CLEAR}${placed.join('')}\x1b[0m\x1b[${rows};1H${said}`;
}

/** The terminal around tmux may have its cursor elsewhere, so the picture comes with its place. */
const passed = (sequence: string, { left, top }: Pane): string =>
  throughTmux(`\x1b[${top + 1};${left + 1}H${sequence}`);

function deletion(means: Means, pane: Pane | undefined): string {
  if (means !== 'kitty') return '';
  return pane === undefined ? KITTY_DELETE : throughTmux(KITTY_DELETE);
}

/** What a terminal that is ours for a while sends. */
interface Listening {
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

/** Listens to a terminal that nobody else reads, in raw mode; answers and keys are kept apart. */
function listen(source: TerminalInput): Listening {
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
