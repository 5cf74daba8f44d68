import { describe, expect, it } from 'vitest';
import { tellingLine } from '../../src/session/error-line.ts';

const frames = (count: number): string =>
  Array.from({ length: count }, (_, at) => `    at next (node:internal/vm:${at + 100}:10)`).join('\n');

/** What programs write when they end, and the line that names the reason. */
const CRASHES: readonly (readonly [who: string, stderr: string, telling: string])[] = [
  [
    'Node: an uncaught error',
    `[eval]:1\nthrow new Error("no key")\n^\n\nError: no key\n${frames(7)}\n\nNode.js v20.20.2`,
    'Error: no key',
  ],
  [
    'Node: thrown in a file',
    `/srv/index.js:12\n    if (!key) throw new Error('no key');\n              ^\n\nError: no key\n${frames(2)}\n\nNode.js v22.1.0`,
    'Error: no key',
  ],
  [
    'Node: a module is missing',
    `node:internal/modules/cjs/loader:1210\n  throw err;\n  ^\n\nError: Cannot find module '@azure/identity'\nRequire stack:\n- /srv/[eval]\n${frames(5)} {\n  code: 'MODULE_NOT_FOUND',\n  requireStack: [ '/srv/[eval]' ]\n}\n\nNode.js v20.20.2`,
    "Error: Cannot find module '@azure/identity'",
  ],
  [
    'Node: a package is missing',
    `node:internal/modules/esm/resolve:873\n  throw new ERR_MODULE_NOT_FOUND(packageName, fileURLToPath(base), null);\n        ^\n\nError [ERR_MODULE_NOT_FOUND]: Cannot find package 'nosuchpkg' imported from /srv/a.mjs\n${frames(3)} {\n  code: 'ERR_MODULE_NOT_FOUND'\n}\n\nNode.js v20.20.2`,
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'nosuchpkg' imported from /srv/a.mjs",
  ],
  [
    'Node: with a cause',
    `[eval]:1\nPromise.reject(new TypeError("fetch failed"))\n               ^\n\nTypeError: fetch failed\n${frames(2)}\n    ... 4 lines matching cause stack trace ...\n    at node:internal/main/eval_string:51:3 {\n  [cause]: Error: ENOTFOUND x\n      at [eval]:1:52\n}\n\nNode.js v20.20.2`,
    'TypeError: fetch failed',
  ],
  [
    'Node: an unhandled event',
    `node:events:502\n      throw er; // Unhandled 'error' event\n      ^\n\nError: connect ECONNREFUSED 127.0.0.1:1\n    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1611:16)\nEmitted 'error' event on Socket instance at:\n${frames(3)} {\n  errno: -111,\n  code: 'ECONNREFUSED',\n  port: 1\n}\n\nNode.js v20.20.2`,
    'Error: connect ECONNREFUSED 127.0.0.1:1',
  ],
  [
    'Node: several errors in one',
    `AggregateError: all failed\n${frames(2)} {\n  [errors]: [\n    Error: a\n        at [eval]:1:27,\n    Error: b\n        at [eval]:1:42\n  ]\n}\n\nNode.js v20.20.2`,
    'AggregateError: all failed',
  ],
  [
    'Node: syntax',
    `[eval]:1\nsyntax error here\n       ^^^^^\n\nSyntaxError: Unexpected identifier 'error'\n${frames(3)}\n\nNode.js v20.20.2`,
    "SyntaxError: Unexpected identifier 'error'",
  ],
  [
    'Node: no promise caught it',
    `node:internal/process/promises:389\n      new UnhandledPromiseRejection(reason);\n      ^\n\nUnhandledPromiseRejection: The promise rejected with the reason "str".\n${frames(3)} {\n  code: 'ERR_UNHANDLED_REJECTION'\n}\n\nNode.js v20.20.2`,
    'UnhandledPromiseRejection: The promise rejected with the reason "str".',
  ],
  [
    'Node: caught and printed',
    `Failed to start server: Error: getaddrinfo ENOTFOUND ark-ui.com\n${frames(2)} {\n  errno: -3008,\n  hostname: 'ark-ui.com'\n}`,
    'Failed to start server: Error: getaddrinfo ENOTFOUND ark-ui.com',
  ],
  [
    'Node: a frame of an async function last',
    `Error: connect ECONNREFUSED 127.0.0.1:6379\n    at async main (file:///srv/redis/index.js:10:3)`,
    'Error: connect ECONNREFUSED 127.0.0.1:6379',
  ],
  [
    'Node: zod',
    `ZodError: [\n  {\n    "code": "invalid_type",\n    "path": [ "API_KEY" ],\n    "message": "Required"\n  }\n]\n${frames(3)}\n\nNode.js v20.20.2`,
    'ZodError: [ { "code": "invalid_type", "path": [ "API_KEY" ], "message": "Required" } ]',
  ],
  ['a sentence', 'Missing API_KEY environment variable', 'Missing API_KEY environment variable'],
  [
    'a sentence and how to go on',
    'Problem: Obsidian MCP v2 requires Node.js 22\nYour version: v20.20.2\nMore help: https://example.com/help',
    'Problem: Obsidian MCP v2 requires Node.js 22',
  ],
  [
    'a sentence before what is left to say',
    'Starting server...\nGITHUB_TOKEN environment variable is required\nExiting.',
    'GITHUB_TOKEN environment variable is required',
  ],
  [
    'a level',
    '[2026-01-01 10:00:00] INFO starting\n[2026-01-01 10:00:01] ERROR cannot open database\n[2026-01-01 10:00:01] INFO bye',
    '[2026-01-01 10:00:01] ERROR cannot open database',
  ],
  [
    'a log in JSON',
    '{"level":"info","msg":"starting"}\n{"level":"error","msg":"no credentials"}',
    '{"level":"error","msg":"no credentials"}',
  ],
  [
    'colours',
    '\u001b[31mError:\u001b[39m no such profile\n\u001b[2m    at run (a.js:1:1)\u001b[22m',
    'Error: no such profile',
  ],
  [
    'commander',
    "error: required option '--token <token>' not specified",
    "error: required option '--token <token>' not specified",
  ],
  [
    'yargs',
    'Usage: srv [options]\n\nOptions:\n  --help  Show help  [boolean]\n  --key   The key  [string] [required]\n\nMissing required argument: key',
    'Missing required argument: key',
  ],
  [
    'npm: no such package',
    'npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/@x%2fnope\nnpm error 404\nnpm error 404  The requested resource could not be found or you do not have permission to access it.\nnpm error 404\nnpm error 404 Note that you can also install from a\nnpm error 404 tarball, folder, http url, or git url.\nnpm error A complete log of this run can be found in: /root/.npm/_logs/a.log',
    'npm error 404 Not Found - GET https://registry.npmjs.org/@x%2fnope',
  ],
  [
    'npm: no package.json',
    'npm error code ENOENT\nnpm error syscall open\nnpm error path /srv/package.json\nnpm error errno -2\nnpm error enoent Could not read package.json: Error: ENOENT: no such file or directory\nnpm error enoent This is related to npm not being able to find a file.\nnpm error enoent\nnpm error A complete log of this run can be found in: /root/.npm/_logs/a.log',
    'npm error enoent Could not read package.json: Error: ENOENT: no such file or directory',
  ],
  [
    'npm: a script that fails',
    `Error: no key\n${frames(2)}\n\nNode.js v20.20.2\nnpm error Lifecycle script \`start\` failed with error:\nnpm error code 1\nnpm error path /srv\nnpm error workspace srv@1.0.0\nnpm error location /srv\nnpm error command failed\nnpm error command sh -c node index.js`,
    'Error: no key',
  ],
  [
    'npm: notices last',
    'Error: no key\n    at a (b.js:1:1)\nnpm notice\nnpm notice New major version of npm available! 10.8.2 -> 11.6.0\nnpm notice',
    'Error: no key',
  ],
  [
    'pnpm',
    'Error: no key\n    at a (b.js:1:1)\n ELIFECYCLE  Command failed with exit code 1.',
    'Error: no key',
  ],
  [
    'yarn',
    'Error: no key\n    at a (b.js:1:1)\nerror Command failed with exit code 1.\ninfo Visit https://yarnpkg.com/en/docs/cli/run for documentation about this command.',
    'Error: no key',
  ],
  [
    'Bun',
    '1 | throw new Error("no key")\n          ^\nerror: no key\n      at /srv/a.ts:1:11\n\nBun v1.1.30 (Linux x64)',
    'error: no key',
  ],
  [
    'Deno',
    'error: Uncaught (in promise) Error: no key\nthrow new Error("no key");\n      ^\n    at file:///srv/a.ts:1:7',
    'error: Uncaught (in promise) Error: no key',
  ],
  [
    'Python: a traceback',
    'Traceback (most recent call last):\n  File "<string>", line 1, in <module>\n    import nosuch\nModuleNotFoundError: No module named \'nosuch\'',
    "ModuleNotFoundError: No module named 'nosuch'",
  ],
  [
    'Python: two tracebacks',
    'Traceback (most recent call last):\n  File "a.py", line 2, in f\nValueError: no key\n\nThe above exception was the direct cause of the following exception:\n\nTraceback (most recent call last):\n  File "a.py", line 4, in <module>\nRuntimeError: cannot start',
    'RuntimeError: cannot start',
  ],
  [
    'Python: an exception of a package',
    'Traceback (most recent call last):\n  File "a.py", line 4, in <module>\nhttpx.ConnectError: All connection attempts failed',
    'httpx.ConnectError: All connection attempts failed',
  ],
  [
    'Python: one without a text',
    'Traceback (most recent call last):\n  File "a.py", line 4, in <module>\n    main()\n    ^^^^^^\nNotImplementedError',
    'NotImplementedError',
  ],
  [
    'Python: pydantic',
    'Traceback (most recent call last):\n  File "a.py", line 4, in <module>\npydantic_core._pydantic_core.ValidationError: 1 validation error for Settings\nAPI_KEY\n  Field required [type=missing, input_value={}, input_type=dict]\n    For further information visit https://errors.pydantic.dev/2.9/v/missing',
    'pydantic_core._pydantic_core.ValidationError: 1 validation error for Settings API_KEY Field required [type=missing, input_value={}, input_type=dict]',
  ],
  [
    'Python: argparse',
    'usage: srv [-h] --key KEY\nsrv: error: the following arguments are required: --key',
    'srv: error: the following arguments are required: --key',
  ],
  [
    'Python: a group of exceptions',
    '  + Exception Group Traceback (most recent call last):\n  |   File "<string>", line 5, in <module>\n  |     return runner.run(main)\n  |            ^^^^^^^^^^^^^^^^\n  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)\n  +-+---------------- 1 ----------------\n    | Traceback (most recent call last):\n    |   File "<string>", line 2, in a\n    | ValueError: no token\n    +------------------------------------',
    'ValueError: no token',
  ],
  [
    'Python: no such file',
    "python3: can't open file '/srv/nosuch.py': [Errno 2] No such file or directory",
    "python3: can't open file '/srv/nosuch.py': [Errno 2] No such file or directory",
  ],
  [
    'Python: a warning behind it',
    "Traceback (most recent call last):\n  File \"a.py\", line 4, in <module>\nKeyError: 'API_KEY'\nsys:1: RuntimeWarning: coroutine 'main' was never awaited",
    "KeyError: 'API_KEY'",
  ],
  [
    'uv',
    '  × No solution found when resolving tool dependencies:\n  ╰─▶ Because nosuch was not found in the package registry, we can conclude …',
    '× No solution found when resolving tool dependencies: ╰─▶ Because nosuch was not found in the package registry, we can conclude …',
  ],
  [
    'Go: a panic',
    'panic: no key\n\ngoroutine 1 [running]:\nmain.main()\n\t/srv/main.go:4 +0x27\nexit status 2',
    'panic: no key',
  ],
  [
    'Go: nil',
    'panic: runtime error: invalid memory address or nil pointer dereference\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x4553b4]\n\ngoroutine 1 [running]:\nmain.(*server).start(...)\n\t/srv/main.go:9\nmain.main()\n\t/srv/main.go:5 +0x14',
    'panic: runtime error: invalid memory address or nil pointer dereference',
  ],
  [
    'Go: log.Fatal',
    '2026/01/01 00:00:00 starting\n2026/01/01 00:00:00 SLACK_TOKEN is not set\nexit status 1',
    '2026/01/01 00:00:00 SLACK_TOKEN is not set',
  ],
  [
    'Go: deadlock',
    'fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:\nmain.main()\n\t/srv/main.go:4 +0x2c',
    'fatal error: all goroutines are asleep - deadlock!',
  ],
  [
    'Go: cobra',
    'Error: required flag(s) "token" not set\nUsage:\n  srv stdio [flags]\n\nFlags:\n  -h, --help   help for stdio\n',
    'Error: required flag(s) "token" not set',
  ],
  [
    'Rust: a panic',
    'thread \'main\' panicked at src/main.rs:1:60:\ncannot start: "no key"\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace',
    'thread \'main\' panicked at src/main.rs:1:60: cannot start: "no key"',
  ],
  [
    'Rust: a panic as it was written before',
    "thread 'main' panicked at 'cannot start: \"no key\"', src/main.rs:1:60\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace",
    "thread 'main' panicked at 'cannot start: \"no key\"', src/main.rs:1:60",
  ],
  ['Rust: an error returned', 'Error: "config missing"', 'Error: "config missing"'],
  [
    'Rust: anyhow',
    'Error: failed to read config\n\nCaused by:\n    No such file or directory (os error 2)',
    'Error: failed to read config',
  ],
  [
    'Rust: clap',
    "error: the following required arguments were not provided:\n  --key <KEY>\n\nUsage: srv --key <KEY>\n\nFor more information, try '--help'.",
    'error: the following required arguments were not provided: --key <KEY>',
  ],
  [
    'Java',
    'Exception in thread "main" java.lang.IllegalStateException: cannot start server\n\tat T.main(T.java:1)\nCaused by: java.lang.NumberFormatException: For input string: "x"\n\tat java.base/java.lang.Integer.parseInt(Integer.java:668)\n\t... 9 more',
    'Exception in thread "main" java.lang.IllegalStateException: cannot start server',
  ],
  [
    'Java: no such class',
    'Error: Could not find or load main class NoSuch\nCaused by: java.lang.ClassNotFoundException: NoSuch',
    'Error: Could not find or load main class NoSuch',
  ],
  [
    '.NET',
    'Unhandled exception. System.InvalidOperationException: no key\n ---> System.IO.FileNotFoundException: Could not find file\n   at Program.Load()\n   --- End of inner exception stack trace ---\n   at Program.Main(String[] args) in /srv/Program.cs:line 5',
    'Unhandled exception. System.InvalidOperationException: no key',
  ],
  [
    'Ruby',
    "a.rb:1:in `start': no key (RuntimeError)\n\tfrom a.rb:3:in `<main>'",
    "a.rb:1:in `start': no key (RuntimeError)",
  ],
  [
    'Ruby: no such file',
    "<internal:/usr/lib/ruby/rubygems/core_ext/kernel_require.rb>:136:in `require': cannot load such file -- mcp (LoadError)\n\tfrom <internal:/usr/lib/ruby/rubygems/core_ext/kernel_require.rb>:136:in `require'\n\tfrom a.rb:1:in `<main>'",
    "<internal:/usr/lib/ruby/rubygems/core_ext/kernel_require.rb>:136:in `require': cannot load such file -- mcp (LoadError)",
  ],
  [
    'PHP',
    'PHP Fatal error:  Uncaught Exception: no key in /srv/a.php:3\nStack trace:\n#0 {main}\n  thrown in /srv/a.php on line 3',
    'PHP Fatal error:  Uncaught Exception: no key in /srv/a.php:3',
  ],
  [
    'PHP: parse error',
    'PHP Parse error:  syntax error, unexpected end of file in /srv/a.php on line 9',
    'PHP Parse error:  syntax error, unexpected end of file in /srv/a.php on line 9',
  ],
  ['Perl', 'no key at -e line 1.', 'no key at -e line 1.'],
  [
    'Perl: a module is missing',
    "Can't locate No/Such.pm in @INC (you may need to install the No::Such module)\nBEGIN failed--compilation aborted at -e line 1.",
    "Can't locate No/Such.pm in @INC (you may need to install the No::Such module)",
  ],
  [
    'C++',
    "terminate called after throwing an instance of 'std::runtime_error'\n  what():  no config\nAborted (core dumped)",
    "terminate called after throwing an instance of 'std::runtime_error' what():  no config",
  ],
  [
    'Dart',
    'Unhandled exception:\nException: no key\n#0      main (file:///srv/a.dart:1:14)\n#1      _delayEntrypointInvocation (dart:isolate-patch:314:19)',
    'Exception: no key',
  ],
  ['Swift', 'a/main.swift:1: Fatal error: no key', 'a/main.swift:1: Fatal error: no key'],
  [
    'Lua',
    "lua: a.lua:1: no key\nstack traceback:\n\t[C]: in function 'error'\n\ta.lua:1: in main chunk\n\t[C]: in ?",
    'lua: a.lua:1: no key',
  ],
  ['a shell', 'sh: 1: nosuchcmd: not found', 'sh: 1: nosuchcmd: not found'],
  [
    'a shell: a fault of memory',
    'starting\nsh: line 1: 4711 Segmentation fault      (core dumped) ./srv',
    'sh: line 1: 4711 Segmentation fault      (core dumped) ./srv',
  ],
  [
    'docker',
    "docker: Error response from daemon: pull access denied for nosuch, repository does not exist or may require 'docker login'.\nSee 'docker run --help'.",
    "docker: Error response from daemon: pull access denied for nosuch, repository does not exist or may require 'docker login'.",
  ],
  [
    'docker: not there',
    "docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?\n\nRun 'docker run --help' for more information",
    'docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
  ],
];

describe('the line of stderr that tells why a program ended', () => {
  it.each(CRASHES)('%s', (_, stderr, telling) => {
    expect(tellingLine(stderr.split('\n'))).toBe(telling);
  });

  it('is found behind a trace of a hundred frames', () => {
    const trace = [
      'Exception in thread "main" java.lang.Error: deep',
      ...Array(100).fill('\tat a.B.c(B.java:1)'),
    ];
    expect(tellingLine(trace)).toBe('Exception in thread "main" java.lang.Error: deep');
  });

  it('is the last one there is, where nothing names an error', () => {
    expect(tellingLine(['Starting', 'Bye', '', '}'])).toBe('Bye');
    expect(tellingLine([])).toBeUndefined();
    expect(tellingLine(['', '  ', '}'])).toBeUndefined();
  });

  it('is none of long ago', () => {
    const calm = Array.from({ length: 40 }, (_, at) => `request ${at} done`);
    expect(tellingLine(['Error: one that was survived', ...calm])).toBe('request 39 done');
  });

  it('is cut where it is long', () => {
    expect(tellingLine([`Error: ${'x'.repeat(500)}`])).toMatch(/^Error: x{100,160}…$/);
  });
});
