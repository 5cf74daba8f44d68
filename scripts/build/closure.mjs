// @ts-check

/**
 * What is loaded at once when an output file is imported: itself and all it imports statically, not what it may
 * import later.
 * @param {import('esbuild').Metafile} metafile
 * @param {string} output as the metafile names it, e.g. `dist/main.js`
 * @returns {{ outputs: string[], inputs: string[], bytes: number }} sorted names; bytes of the outputs together
 */
export function closure(metafile, output) {
  /** @type {Set<string>} */
  const outputs = new Set();
  const waiting = [output];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (outputs.has(name)) continue;
    outputs.add(name);
    for (const { path, kind, external } of found(metafile, name).imports) {
      if (kind === 'import-statement' && !external) waiting.push(path);
    }
  }
  const all = [...outputs].sort().map((name) => found(metafile, name));
  return {
    outputs: [...outputs].sort(),
    inputs: [...new Set(all.flatMap(({ inputs }) => Object.keys(inputs)))].sort(),
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/**
 * @param {import('esbuild').Metafile} metafile
 * @param {string} name
 */
function found(metafile, name) {
  const output = metafile.outputs[name];
  if (output === undefined) throw new Error(`no output ${name} in the metafile`);
  return output;
}
