import type { Host } from '../../../host/host.ts';
import { memberText } from '../../../json/parts.ts';
import type { Entry } from '../../../session/frame.ts';
import { visible } from '../../../text/visible.ts';
import { exchangeKey, exchangeSections } from '../../kit/sheet/exchange.ts';
import { fileName } from '../../kit/sheet/file-name.ts';
import { findingSections } from '../../kit/sheet/finding.ts';
import { logSheet } from '../../kit/sheet/log-sheet.ts';
import { jsonSection, parted, textSection } from '../../kit/sheet/sections.ts';
import type { Section, Sheet } from '../../kit/sheet/sheet.ts';
import { nothingSecret } from '../../world/secrets.ts';

/** The lines, and what hides the secrets in them. */
type Lines = Pick<Host, 'log' | 'started' | 'mask'>;

/** A line of output as a whole: what was printed or logged, JSON a value a row; nothing beyond the log. */
export function outputSheet(lines: Lines, seq: number, revealed: boolean): Sheet | undefined {
  const { log } = lines;
  const row = log.row(seq);
  if (row === undefined) return undefined;
  if (row.x !== undefined) return exchangeSheet(lines, row.x, revealed);
  return logSheet(lines, {
    key: `output ${seq}`,
    changes: `${row.finding}`,
    revealed,
    groups: ({ mask }) => [
      findingSections(log, seq, mask),
      [contentOf(log.text(seq), stderrOf(log.entry(seq)), mask)],
    ],
    whole: () => log.text(seq) ?? '',
    file: fileName('output', seq),
  });
}

/** The exchange that a line of HTTP begins. */
function exchangeSheet(lines: Lines, x: number, revealed: boolean): Sheet {
  return logSheet(lines, {
    key: `exchange ${x}`,
    changes: exchangeKey(lines, x),
    revealed,
    groups: (secrets) => exchangeSections(lines, x, secrets),
    whole: () => wholeOf(parted(exchangeSections(lines, x, nothingSecret))),
    file: fileName('exchange', x),
  });
}

const wholeOf = (sections: readonly Section[]): string =>
  sections
    .map((section) =>
      section.kind === 'text'
        ? section.content?.kind === 'text'
          ? section.content.text
          : section.text
        : section.rows.text,
    )
    .join('\n');

/** Of a line of stderr what it is called: that, or the program whose line it is. */
const stderrOf = (entry: Entry | undefined): string | undefined =>
  entry?.type === 'stderr' ? visible(entry.from ?? 'stderr') : undefined;

function contentOf(
  text: string | undefined,
  stderr: string | undefined,
  mask: (text: string) => string,
): Section {
  if (text === undefined)
    return textSection('gone', ['Its text was dropped, as this session is not recorded.']);
  if (stderr !== undefined) return textSection(stderr, [mask(text)], { content: { kind: 'text', text } });
  const json = memberText(memberText(text, 'params') ?? '', 'data');
  const value: unknown = json?.startsWith('"') ? JSON.parse(json) : undefined;
  if (typeof value === 'string') {
    return textSection('data', mask(value), { content: { kind: 'text', text: value }, path: '/params/data' });
  }
  const section =
    json === undefined ? jsonSection('message', text, '') : jsonSection('data', json, '/params/data');
  return section ?? textSection('message', mask(text), { content: { kind: 'text', text } });
}
