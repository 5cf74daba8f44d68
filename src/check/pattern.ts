/** Whether a text is what a pattern means, in which `*` stands for any characters: `advice/*`, `tool:get_*`. */
export function fitsPattern(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  if (others.length === 0) return pattern === text;
  const last = others.pop() ?? '';
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false;
  // Each part at its first place leaves the most room for the next.
  const end = text.length - last.length;
  let from = first.length;
  for (const part of others) {
    const at = text.indexOf(part, from);
    if (at < 0 || at + part.length > end) return false;
    from = at + part.length;
  }
  return true;
}

/** Whether a word of `--fail-on`, `--rule` or a suppression means a rule: its id, a pattern, or the name of its family. */
export const meansRule = (word: string, rule: string): boolean =>
  fitsPattern(word, rule) || rule.startsWith(`${word}/`);
