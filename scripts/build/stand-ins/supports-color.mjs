// @ts-check
// Stands in for chalk's own detection, which does not know NO_COLOR (https://no-color.org). Setting FORCE_COLOR for
// it instead would change the environment that the inspected server inherits.

const { env } = process;

function level() {
  if (env['NO_COLOR']) return 0;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return { false: 0, true: 1, '': 1 }[forced] ?? Math.min(Number(forced) || 0, 3);
  if (env['TERM'] === 'dumb') return 0;
  if (env['COLORTERM'] === 'truecolor' || env['COLORTERM'] === '24bit') return 3;
  return env['TERM']?.includes('256') ? 2 : 1;
}

/** @param {{ isTTY?: boolean }} stream */
const support = (stream) => {
  const found = stream.isTTY || env['FORCE_COLOR'] ? level() : 0;
  return found > 0 && { level: found, hasBasic: true, has256: found >= 2, has16m: found >= 3 };
};

export default { stdout: support(process.stdout), stderr: support(process.stderr) };
