import { Box } from 'ink';
import type { ReactNode } from 'react';
import { useCallback, useEffect, useMemo } from 'react';
import type { SessionState } from '../../session/state.ts';
import { Footer, type Hint } from '../kit/footer.tsx';
import { FilterRow, LineInput, QuestionRows } from '../kit/question-row.tsx';
import { typedIntoPalette } from '../overlay/palette.tsx';
import { showKey } from '../terminal/keys.ts';
import type { Command, Scope, Situation } from '../world/command.ts';
import { topOverlay, typed } from '../world/overlay.ts';
import { useTheme } from '../world/theme.ts';
import { expire, type Ui } from '../world/ui.ts';
import { useSession, useUi, useWorld } from '../world/world.ts';
import { commandsIn } from './commands.ts';
import { activeScopes } from './scopes.ts';

const whole = (ui: Ui): Ui => ui;

interface Props {
  readonly width: number;
  readonly height: number;
}

/** The bottom: a question, a line being typed, or what the keys do here. */
export function Bottom({ width, height }: Props): ReactNode {
  const world = useWorld();
  const ui = useUi(whole);
  const hints = useHints(ui);
  useExpiry(ui);
  const over = topOverlay(ui);
  const line = lineOf(ui);
  const drawn = { hints, height, onHints: ui.mouse ? world.extents.setHints : undefined };
  if (over?.kind === 'question') return <QuestionRows question={over} width={width} {...drawn} />;
  if (line === undefined) return <Footer notice={ui.status} width={width} {...drawn} />;
  const help = over?.kind === 'prompt' ? over.purpose.help?.(world.host, ui) : undefined;
  const offers = help?.kind === 'offers' ? help : undefined;
  const beside =
    offers === undefined ? (width < 60 ? 0 : 20) : Math.floor(width * (width < 60 ? 0.45 : 0.55));
  const input = (
    <Box width={width} height={1} flexShrink={0}>
      <LineInput
        key={line.name}
        label={line.label}
        value={line.value}
        width={width - beside}
        onChange={(next) => world.ui.update(line.take(next))}
      />
      {offers !== undefined && <FilterRow help={offers} width={beside} />}
      {offers === undefined && beside > 0 && <Footer width={beside} left={width - beside} {...drawn} />}
    </Box>
  );
  if (help?.kind !== 'problem') return input;
  return (
    <>
      <FilterRow help={help} width={width} />
      {input}
    </>
  );
}

/** A line that is being typed. */
interface Line {
  /** Another line is another input, with its cursor at the end of what it begins with. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly take: (text: string) => (ui: Ui) => Ui;
}

function lineOf(ui: Ui): Line | undefined {
  const over = topOverlay(ui);
  if (over?.kind === 'palette')
    return { name: over.title, label: ':', value: over.list.filter, take: typedIntoPalette };
  if (over?.kind !== 'prompt') return undefined;
  const { purpose, completed = 0, label, value } = over;
  return { name: `${purpose.id} ${completed}`, label, value, take: typed };
}

/** What the keys do now, the nearest first: of those that can be pressed with some effect. */
function useHints(ui: Ui): readonly Hint[] {
  const ascii = useTheme().ascii;
  const world = useWorld();
  // As a text it is the same as long as the same scopes are active.
  const scopes = useSession(useCallback((state: SessionState) => activeScopes(ui, state).join(' '), [ui]));
  const commands = useMemo(
    () =>
      (scopes.split(' ') as Scope[])
        .flatMap((scope) => commandsIn(scope, ui.bindings))
        .filter(({ hint, keys }) => hint !== undefined && keys.length > 0),
    [scopes, ui.bindings],
  );
  // As a text again, a line for each command; an empty one cannot run.
  const words = useSession(
    useCallback(() => commands.map((command) => wordOf(command, world)).join('\n'), [commands, world]),
  );
  return useMemo(() => {
    const hints = words.split('\n').flatMap((word, at): Hint[] => {
      const { keys: [key] = [], lasting = false } = commands[at] ?? {};
      return word === '' || key === undefined
        ? []
        : [{ key: showKey(key, ascii), word, lasting, presses: key }];
    });
    return ui.mouse ? [...hints, { key: 'shift', word: 'select text' }] : hints;
  }, [words, commands, ascii, ui.mouse]);
}

function wordOf({ hint = '', disabled }: Command, situation: Situation): string {
  if (disabled?.(situation) !== undefined) return '';
  return typeof hint === 'string' ? hint : hint(situation);
}

/** Takes the status away when its time is over. */
function useExpiry({ status }: Ui): void {
  const { host, ui, schedule } = useWorld();
  useEffect(() => {
    if (status === undefined) return undefined;
    return schedule(Math.max(0, status.until - host.now()), () => ui.update(expire(status.until)));
  }, [status, host, ui, schedule]);
}
