#!/usr/bin/env node
// @ts-nocheck It is copied beside main.js, and it knows of newer Node.js versions than our types do.
// What `mcp-loupe` runs first. It has no import statement and no syntax newer than 2017, so that an old Node.js
// reads it far enough to say which one is needed instead of stumbling over the bundle.
const version = process.versions.node;
const numbers = version.split('.').map(Number);

if (numbers[0] < 20 || (numbers[0] === 20 && numbers[1] < 19)) {
  console.error(
    `mcp-loupe needs Node.js 20.19 or newer; this is ${version}. Get one from https://nodejs.org`,
  );
  process.exitCode = 2;
} else {
  // From Node 22.1 on compiled code is kept between runs, which saves a few milliseconds of every start.
  const module = process.getBuiltinModule && process.getBuiltinModule('module');
  if (module && module.enableCompileCache) module.enableCompileCache();
  const main = () => import('./main.js');
  // A tap stands between a client and its server, which do not wait for the rest of this program.
  if (process.argv[2] === 'tap')
    import('./chunks/tapping.js')
      .then((tapping) => tapping.tapAlone(process.argv.slice(3)))
      .then((isTap) => isTap || main());
  else main();
}
