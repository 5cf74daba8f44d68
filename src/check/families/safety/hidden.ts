import { counted } from '../../../text/measure.ts';
import { replaceHidden, visible } from '../../../text/visible.ts';
import { excerpt, type Mask } from '../../excerpt.ts';
import type { TextFault } from './text-fault.ts';

/** A kind of characters that are not seen. */
interface Kind {
  readonly is: RegExp;
  readonly noun: string;
  /** They can hold a text, or show one as another. */
  readonly isError?: true;
}

const KINDS: readonly Kind[] = [
  { is: /^[\u{E0000}-\u{E007F}]$/u, noun: 'tag character', isError: true },
  { is: /^[\uFE00-\uFE0F\u{E0100}-\u{E01EF}\u180B-\u180D\u180F]$/u, noun: 'variation selector' },
  { is: /^[\u202A-\u202E\u2066-\u2069]$/, noun: 'character that reorders text', isError: true },
  { is: /^[\u200E\u200F\u061C]$/, noun: 'mark of direction' },
  { is: /^[\u200B-\u200D\u2060-\u2064\uFEFF\u180E]$/, noun: 'zero-width character' },
  { is: /^[\x00-\x1f\x7f-\x9f]$/, noun: 'control character' },
];

const OTHERS: Kind = { is: /./su, noun: 'invisible character' };

const PLAIN = /^[\x20-\x7e\t\r\n]*$/;

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** A variation of a sign or a Chinese character is what is seen of it; several in a row hide something. */
const VARIED =
  /(?<=[\p{S}\p{P}\p{Script=Han}\p{Script=Mongolian}\p{Script=Phags_Pa}\p{Script=Myanmar}])[\uFE00-\uFE0F\u{E0100}-\u{E01EF}\u180B-\u180D\u180F](?![\uFE00-\uFE0F\u{E0100}-\u{E01EF}])/gu;
/** Breaks of lines, and halves of characters, which are told of elsewhere. */
const NOT_HIDDEN = /[\t\r\n\u2028\u2029\p{Cs}]/gu;

/** Selectors that are no accident. */
const MANY = 4;

/** Texts are looked through so far. */
const LONGEST = 50_000;

/** Characters of a text that are not seen, those aside that belong to an emoji, a script or a line. */
export function hiddenIn(whole: string, mask: Mask): TextFault | undefined {
  if (PLAIN.test(whole)) return undefined;
  const text = whole.slice(0, LONGEST);
  let rest = text.replace(NOT_HIDDEN, '').replace(VARIED, '');
  if (RIGHT_TO_LEFT.test(text)) rest = rest.replace(/[\u200C-\u200F\u061C\u2066-\u2069]/g, '');
  const found: string[] = [];
  replaceHidden(rest, (characters) => {
    found.push(...characters);
    return '';
  });
  const [first] = found;
  if (first === undefined) return undefined;
  const kindOf = (character: string): Kind => KINDS.find(({ is }) => is.test(character)) ?? OTHERS;
  const kinds = [...new Set(found.map(kindOf))].sort(
    (one, other) => Number(other.isError ?? 0) - Number(one.isError ?? 0),
  );
  const [kind = OTHERS] = kinds;
  const these = found.filter((character) => kindOf(character) === kind);
  const names = [...new Set(these)];
  const reads = readable(these, mask);
  const shown =
    reads === '' ? ` (${visible(names[0] ?? '').slice(1, -1)}${names.length > 1 ? ' and others' : ''})` : '';
  const says = `hides ${counted(these.length, kind.noun)}${shown}${reads === '' ? '' : `, which read "${reads}",`}`;
  return kind.isError === true || reads !== '' || (kind.noun === 'variation selector' && these.length >= MANY)
    ? { says, level: 'error' }
    : { says };
}

/** The text that tags or selectors hold: they are copies of ASCII, and of the 256 bytes. */
function readable(characters: readonly string[], mask: Mask): string {
  const codes = characters.map((character) => character.codePointAt(0) ?? 0);
  const bytes = codes.map((code) => {
    if (code >= 0xe0020 && code <= 0xe007e) return code - 0xe0000;
    if (code >= 0xfe00 && code <= 0xfe0f) return code - 0xfe00;
    return code >= 0xe0100 && code <= 0xe01ef ? code - 0xe0100 + 16 : 0;
  });
  const text = new TextDecoder().decode(new Uint8Array(bytes.filter((byte) => byte >= 0x20)));
  if (text.length < MANY || text.length * 2 < characters.length) return '';
  return excerpt(text, 60, mask);
}
