/** The addresses that a style sheet, or a `style` attribute, loads something from, as written. */
export function originsInStyle(css: string): readonly string[] {
  const bare = css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ');
  const urls: string[] = [];
  for (const [, rule, inner, quoted] of bare.matchAll(LOADED)) {
    // A namespace is a name.
    if (rule?.toLowerCase() === '@namespace') continue;
    const text = quoted ?? inner ?? '';
    const [, double, single] = /^\s*(?:"([^"]*)"|'([^']*)')/.exec(text) ?? [];
    urls.push(unescaped(double ?? single ?? text));
  }
  return urls;
}

/** `url(…)`, behind what rule it stands; a rule or an image set that goes by a text alone. */
const LOADED =
  /(?:(@namespace|@import)[^;{}"'(]{0,200})?(?:url\(\s*("[^"]*"|'[^']*'|[^)"']*)|(?=["'])(?<=@import\s{0,20}|image-set\([^;{}]{0,500})("[^"]*"|'[^']*'))/gi;

/** A text of CSS without its escapes (CSS Syntax, 4.3.7). */
const unescaped = (text: string): string =>
  text.trim().replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, hex, one) => {
    const code = hex === undefined ? 0 : Number.parseInt(hex, 16);
    return hex === undefined ? one : code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
