import { describe, expect, it } from 'vitest';
import { itermPicture } from '../../../../src/tui/terminal/pictures/iterm.ts';
import { KITTY_DELETE, kittyPicture } from '../../../../src/tui/terminal/pictures/kitty.ts';
import { answersIn, protocolOf } from '../../../../src/tui/terminal/pictures/protocol.ts';
import type { Raster } from '../../../../src/tui/terminal/pictures/raster.ts';
import { sixels } from '../../../../src/tui/terminal/pictures/sixel.ts';
import { throughTmux } from '../../../../src/tui/terminal/tmux.ts';
import { drawn } from './looking.ts';

const visible = (text: string) => text.replaceAll('\x1b', '^').replaceAll('\x07', '~');

describe('kittyPicture', () => {
  /** Bytes of a file, with how many chunks they are sent in: 3,072 bytes make the 4,096 of a full one. */
  it.each([
    [0, 1],
    [1, 1],
    [3072, 1],
    [3073, 2],
    [6144, 2],
    [10_000, 4],
  ])('sends %i bytes in %i chunks', (length, count) => {
    const file = Buffer.from(Array.from({ length }, (_, place) => place % 251));
    const sent = kittyPicture(file, {}).map(visible);
    expect(sent).toHaveLength(count);
    const parts = sent.map((one) => /^\^_G([\w=,]+);([\w+/=]*)\^\\$/.exec(one) ?? []);
    expect(parts.map(([, control = '']) => control.split(',').find((word) => word.startsWith('m=')))).toEqual(
      [...Array(count - 1).fill('m=1'), 'm=0'],
    );
    for (const [place, [, , base64 = '']] of parts.entries()) {
      expect(base64.length).toBeLessThanOrEqual(4096);
      if (place < count - 1) expect(base64.length % 4).toBe(0);
    }
    expect(Buffer.from(parts.map(([, , base64]) => base64).join(''), 'base64')).toEqual(file);
  });

  it.each([
    ['a PNG in its own size', Buffer.from('abc'), {}, '^_Ga=T,f=100,t=d,i=1781,q=2,C=1,m=0;YWJj^\\'],
    [
      'a PNG in columns',
      Buffer.from('abc'),
      { columns: 80 },
      '^_Ga=T,f=100,t=d,i=1781,q=2,C=1,c=80,m=0;YWJj^\\',
    ],
    ['pixels in rows', drawn('r'), { rows: 5 }, '^_Ga=T,f=32,s=1,v=1,t=d,i=1781,q=2,C=1,r=5,m=0;/wAA/w==^\\'],
  ])('%s', (_, picture, cells, expected) => {
    expect(kittyPicture(picture, cells).map(visible)).toEqual([expected]);
  });

  it('takes away what it has shown', () => {
    expect(visible(KITTY_DELETE)).toBe('^_Ga=d,d=I,i=1781,q=2^\\');
  });
});

describe('itermPicture', () => {
  it.each([
    ['a box', { columns: 80, rows: 23 }, 'width=80;height=23'],
    ['its own size', 'own', 'width=auto;height=auto'],
  ] as const)('in %s', (_, box, expected) => {
    expect(visible(itermPicture(Buffer.from('abc'), box))).toBe(
      `^]1337;File=name=cGljdHVyZQ==;size=3;${expected};preserveAspectRatio=1;inline=1:YWJj~`,
    );
  });

  it('holds nothing but base64 of a file that has sequences of its own', () => {
    const sent = itermPicture(Buffer.from('\x07\x1b]0;mine\x07'), 'own');
    expect(sent.slice(1, -1)).toMatch(/^[\x20-\x7e]*$/);
  });
});

describe('sixels', () => {
  it.each([
    ['one pixel', drawn('r'), '^P0;1q"1;1;1;1#180;2;100;0;0#180@^\\'],
    ['a column of six', drawn('w', 'w', 'w', 'w', 'w', 'w'), '^P0;1q"1;1;1;6#215;2;100;100;100#215~^\\'],
    ['a run is counted', drawn('bbbbb'), '^P0;1q"1;1;5;1#5;2;0;0;100#5!5@^\\'],
    ['a short one is not', drawn('bbb'), '^P0;1q"1;1;3;1#5;2;0;0;100#5@@@^\\'],
    ['two colours', drawn('rb', 'br'), '^P0;1q"1;1;2;2#5;2;0;0;100#180;2;100;0;0#180@A$#5A@^\\'],
    ['nothing at the end', drawn('r....'), '^P0;1q"1;1;5;1#180;2;100;0;0#180@^\\'],
    ['nothing at all', drawn('..'), '^P0;1q"1;1;2;1^\\'],
    [
      'two bands',
      drawn('k', 'k', 'k', 'k', 'k', 'k', 'g'),
      '^P0;1q"1;1;1;7#0;2;0;0;0#30;2;0;100;0#0~-#30@^\\',
    ],
  ])('%s', (_, raster, expected) => {
    expect(visible(sixels(raster))).toBe(expected);
  });

  it('makes a pattern of two colours of one between them, in the same mean', () => {
    const grey: Raster = { width: 16, height: 6, rgba: new Uint8Array(16 * 6 * 4).fill(128) };
    for (let at = 3; at < grey.rgba.length; at += 4) grey.rgba[at] = 255;
    const counts = new Map(
      [...sixels(grey).matchAll(/#(\d+)([?-~!\d]+)(?=[$\x1b])/g)].map(([, colour = '', line = '']) => {
        const columns = line.replace(/!(\d+)(.)/g, (_, count, sign) => sign.repeat(Number(count)));
        const bits = Array.from(
          columns,
          (sign) => (sign.charCodeAt(0) - 63).toString(2).replaceAll('0', '').length,
        );
        return [colour, bits.reduce((sum, bit) => sum + bit, 0)];
      }),
    );
    // Levels 2 and 3 of the three channels: 40 % and 60 %.
    expect([...counts.keys()].sort()).toEqual(['129', '86']);
    expect(counts.get('86')! + counts.get('129')!).toBe(96);
    expect(counts.get('129')! / 96).toBeCloseTo(0.5, 0);
  });
});

describe('throughTmux', () => {
  it('doubles each ESC', () => {
    expect(visible(throughTmux('\x1b_Gx\x1b\\'))).toBe('^Ptmux;^^_Gx^^\\^\\');
  });
});

describe('protocolOf', () => {
  it.each([
    [{ TERM: 'xterm-kitty' }, 'kitty'],
    [{ TERM: 'xterm-256color', KITTY_WINDOW_ID: '1' }, 'kitty'],
    [{ TERM_PROGRAM: 'ghostty' }, 'kitty'],
    [{ TERM: 'xterm-ghostty' }, 'kitty'],
    [{ TERM_PROGRAM: 'iTerm.app', KITTY_WINDOW_ID: '1' }, 'iterm'],
    [{ LC_TERMINAL: 'iTerm2' }, 'iterm'],
    [{ TERM_PROGRAM: 'WezTerm' }, 'iterm'],
    [{ TERM_PROGRAM: 'mintty' }, 'iterm'],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'Apple_Terminal' }, undefined],
    [{ TERM_PROGRAM: 'constructor' }, undefined],
    [{}, undefined],
  ])('%j is %s', (env, protocol) => {
    expect(protocolOf(env)).toBe(protocol);
  });
});

describe('answersIn', () => {
  it.each([
    [[], { isWhole: false, sixel: false }],
    [['\x1b[?62;4;22c'], { isWhole: true, sixel: true }],
    [['\x1b[?1;2c'], { isWhole: true, sixel: false }],
    [['\x1b[?4;6c'], { isWhole: true, sixel: false }],
    [['\x1b[6;20;10t'], { isWhole: false, sixel: false, cell: { width: 10, height: 20 } }],
    [['\x1b[6;0;0t', '\x1b[?64;1;4c'], { isWhole: true, sixel: true }],
    [['\x1b[?1u', '\x1b[4;600;800t'], { isWhole: false, sixel: false }],
  ])('%j', (replies, expected) => {
    expect(answersIn(replies)).toEqual(expected);
  });
});
