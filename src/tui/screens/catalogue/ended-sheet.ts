import { exitSentence } from '../../../session/exit-sentence.ts';
import type { LifeEntry } from '../../../session/frame.ts';
import type { Log, Row } from '../../../session/log.ts';
import type { Section } from '../../kit/sheet/sheet.ts';
import { textSection } from '../../kit/sheet/text.ts';

/** How a request ended that has no answer: by its time-out, by its cancellation, with its exchange or the connection. */
export function endedGroups(
  log: Log,
  mask: (text: string) => string,
  entry: LifeEntry,
  request: Row,
  gone: string,
): readonly (readonly Section[])[] {
  const { ended = 'closed' } = request;
  const said = endOf(entry, ended).map(mask);
  const told = textSection('end', said, { meaning: ended === 'cancel' ? 'finding' : 'failed' });
  if (ended !== 'closed' || entry.event === 'lost') return [[told]];
  const printed = lastPrinted(log, entry).map(mask);
  return [
    [told],
    printed.length === 0
      ? []
      : [
          textSection('stderr head', ['stderr, the last lines'], { meaning: 'dim' }),
          textSection('stderr', printed),
        ],
    gone === '' ? [] : [textSection('restart', [gone], { meaning: 'dim' })],
  ];
}

/** How a request ended, in a sentence or two. */
function endOf(entry: LifeEntry, ended: Exclude<Row['ended'], undefined>): readonly string[] {
  const more = entry.detail === undefined ? [] : [entry.detail];
  // It was answered, and was to go on with input or as a task: the sentence says all of it.
  if (entry.answer !== undefined && ended !== 'assumed') return more.map((text) => `${text}.`);
  if (entry.event === 'lost') return ['It got no answer.', ...more];
  switch (ended) {
    case 'timeout':
      return ['It was not answered in time; the cancellation was sent to the server.', ...more];
    case 'cancel':
      return ['It was cancelled; the cancellation was sent to the server.', ...more];
    case 'closed':
      return entry.event === 'exit'
        ? [`The connection ended before it was answered: ${exitSentence(entry)}.`]
        : ['The connection ended before it was answered.', ...more];
    case 'assumed':
      return ['An error without an id came, taken for its answer: no other request was open.', ...more];
    case 'answered':
      return ['It was answered.', ...more];
  }
}

/** How many lines of stderr are shown. */
const LINES = 5;

/** The last that a process printed before it ended, oldest first. */
function lastPrinted(log: Log, { seq: end, session }: LifeEntry): readonly string[] {
  const lines: string[] = [];
  for (let at = log.output.placeOf(end); at >= 0 && lines.length < LINES; at--) {
    const entry = log.entry(log.output.at(at));
    if (entry === undefined || entry.session !== session) break;
    if (entry.type === 'stderr' && entry.seq < end) lines.unshift(entry.text);
  }
  return lines;
}
