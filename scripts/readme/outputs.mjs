// @ts-check

/** A place of a page for what a command prints: the words after `mcp-loupe`, and what the first line of a wanted paragraph has. */
const PLACE = /^<!-- prints (.+?)(?: \| (.+?))? -->\n[\s\S]*?^<!-- \/prints -->$/gm;

/**
 * A page with what its commands print: of each `<!-- prints COMMAND | TEXT -->` the paragraphs that begin with a line with
 * TEXT in it, all of them where there is none.
 * @param {string} page
 * @param {(words: readonly string[]) => Promise<string>} run what a command prints to stdout
 * @returns {Promise<string>}
 * @throws when a command prints nothing of the kind
 */
export async function withOutputs(page, run) {
  let written = page;
  for (const [place, command = '', text = ''] of page.matchAll(PLACE)) {
    // How long a call took is another one each time.
    const printed = (await run(command.split(' '))).replace(/\b\d+(?:\.\d+)? ms\b/g, '12 ms');
    const paragraphs = printed.trimEnd().split('\n\n');
    const shown = paragraphs.filter((one) => one.split('\n')[0]?.includes(text));
    if (shown.length === 0) throw new Error(`mcp-loupe ${command} prints nothing with ${text}`);
    const [head = ''] = place.split('\n');
    const block = ['```console', `$ npx mcp-loupe ${command}`, shown.join('\n\n'), '```'].join('\n');
    written = written.replace(place, () => `${head}\n\n${block}\n\n<!-- /prints -->`);
  }
  return written;
}
