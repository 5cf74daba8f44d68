import { afterSpace, MARK, scan, stringEnd } from './scan.ts';

/**
 * JSON as people write it in files, as strict JSON: blanks in the place of comments and of commas before a closing bracket. All
 * else stands where it stood, so that a place in the one is a place in the other.
 */
export function strictText(text: string): string {
  const bare = withoutComments(text);
  let done = '';
  let from = 0;
  let comma = -1;
  scan(bare, (mark, start) => {
    if (mark === MARK.comma) comma = start;
    else if ((mark === MARK.objectEnd || mark === MARK.arrayEnd) && comma >= 0) {
      if (afterSpace(bare, comma + 1) === start) {
        done += `${bare.slice(from, comma)} `;
        from = comma + 1;
      }
      comma = -1;
    }
    return false;
  });
  return done + bare.slice(from);
}

/** A text with a blank for each character of its comments, line breaks aside. */
export function withoutComments(text: string): string {
  let done = '';
  let from = 0;
  const pattern = /"|\/\/[^\r\n]*|\/\*.*?(?:\*\/|$)/gs;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [found] = match;
    if (found === '"') {
      const end = stringEnd(text, match.index);
      pattern.lastIndex = end < 0 ? text.length : end;
    } else {
      done += text.slice(from, match.index) + found.replace(/[^\r\n]/g, ' ');
      from = pattern.lastIndex;
    }
  }
  return done + text.slice(from);
}
