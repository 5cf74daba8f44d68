import type { Screen } from './screen.ts';

/**
 * What is wrong with a picture of the whole screen, in words: one header in the first row and nowhere else, every
 * box closed on all four sides, a footer where the window has room for one. Nothing is wrong with a whole one.
 */
export function faultsOf(screen: Screen): readonly string[] {
  const { cols, rows } = screen.size();
  const lines = screen.screen();
  const header = /^ mcp-loupe /;
  const headers = lines.flatMap((line, row) => (header.test(line) ? [row] : []));
  return [
    ...(headers.join() === '0' ? [] : [`headers in rows ${headers.join(', ')}`]),
    ...lines.flatMap((line, row) => (line.startsWith('╭') ? boxes(screen, row) : [])),
    ...looseEnds(lines),
    ...(cols < 60 || rows < 15 || /f1 help|\[.*\]/.test(lines[rows - 1] ?? '') ? [] : ['no footer']),
  ];
}

/** The faults of the boxes whose upper borders lie in a row. */
function boxes(screen: Screen, row: number): readonly string[] {
  const { cols } = screen.size();
  const signs = Array.from({ length: cols }, (_, column) => screen.cell(row, column).text);
  const lefts = signs.flatMap((sign, column) => (sign === '╭' ? [column] : []));
  const found = lefts.flatMap((left) => {
    const right = signs.indexOf('╮', left);
    return right < 0 ? [`no upper right corner in row ${row}`] : sides(screen, row, left, right);
  });
  return signs.at(-1) === '╮' ? found : [...found, `row ${row} ends in "${signs.at(-1)}"`];
}

/** Follows both sides of a box down to its lower corners. */
function sides(screen: Screen, top: number, left: number, right: number): readonly string[] {
  for (let row = top + 1; row < screen.size().rows; row += 1) {
    const [one, other] = [screen.cell(row, left).text, screen.cell(row, right).text];
    if (one === '╰' && other === '╯') return [];
    if (one !== '│' || !'│┃'.includes(other))
      return [`row ${row} of a box is between "${one}" and "${other}"`];
  }
  return [`the box in row ${top} has no end`];
}

/** Corners that belong to no box. */
function looseEnds(lines: readonly string[]): readonly string[] {
  const counts = ['╭', '╮', '╰', '╯'].map((sign) => lines.join('').split(sign).length - 1);
  return new Set(counts).size === 1 ? [] : [`corners ${counts.join(' ')}`];
}
