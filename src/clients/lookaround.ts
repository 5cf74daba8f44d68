/**
 * Whether a pattern looks ahead or behind (`(?=`, `(?!`, `(?<=`, `(?<!`). What is escaped or within a class of characters does
 * not count.
 */
export function hasLookaround(pattern: string): boolean {
  // Few patterns have it, and most are short.
  if (!/\(\?<?[=!]/.test(pattern)) return false;
  let isInClass = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const unit = pattern[at];
    if (unit === '\\') at += 1;
    else if (isInClass) isInClass = unit !== ']';
    else if (unit === '[') isInClass = true;
    else if (unit === '(' && /^\(\?<?[=!]/.test(pattern.slice(at, at + 4))) return true;
  }
  return false;
}
