import { EXPORT_FORMATS } from '../transcript/export/formats.ts';
import type { OptionKey } from './options.ts';
import type { VerbName } from './verbs.ts';

/** What is said of a verb where help is asked for. */
export interface VerbHelp {
  /** What follows the verb in the usage. */
  readonly operands: string;
  /** One line, lower case, without a full stop. */
  readonly help: string;
  /** What one might type, after `mcp-loupe`. */
  readonly example: string;
  /** How what it reads is written. */
  readonly formats?: readonly InputFormat[];
  /** What an option is given here, where that is not what it is given elsewhere. */
  readonly words?: Readonly<Partial<Record<OptionKey, string>>>;
  /** What an option does here, where that is not what it does elsewhere. */
  readonly options?: Readonly<Partial<Record<OptionKey, string>>>;
}

/** What a verb or option reads, for its help: a line of it, and what the line does. */
export interface InputFormat {
  readonly heading: string;
  readonly rows: readonly (readonly [line: string, does: string])[];
}

/** How arguments are written. */
const ARGUMENT_FORMAT: InputFormat = {
  heading: 'Arguments',
  rows: [
    ['count=3', 'a value of the type in the schema; strings stay strings'],
    ['count:=3', 'JSON, as typed'],
    ['body=@notes.txt', 'the content of a file'],
    ['user.tags[0]=new', 'a nested value'],
  ],
};

/** How the variables of a template are written. */
const VARIABLE_FORMAT: InputFormat = {
  heading: 'Variables',
  rows: [['path=notes.txt', 'all variables are required, except those of a query: {?q}']],
};

/** The lines that `run` reads. */
export const STEP_FORMAT: InputFormat = {
  heading: 'Steps, one JSON object a line, or an array of them; a failed step does not stop the rest',
  rows: [
    ['{"method": "tools/call", "params": {"name": "echo", "arguments": {}}}', 'any method, sent as written'],
    ['{"method": "tools/list", "cancelAfter": 500}', 'cancels after that many milliseconds'],
    [
      '{"method": "tools/call", "params": {}, "raw": true}',
      'takes the first answer, even if it asks for input',
    ],
    [
      '{"method": "ping", "expect": {"/result": {"$type": "object"}, "ms": {"$max": 500}}}',
      'fails unless the answer has these values, or passes these tests',
    ],
    [
      '{"method": "x", "save": {"id": "/result/id"}}',
      `keeps a value for "\${id}" in later steps; "\${env:KEY}" is a variable`,
    ],
    ['{"sleep": 500}', 'waits that many milliseconds'],
    ['{"together": [{"method": "ping"}, {"method": "ping"}]}', 'sends them at the same time'],
  ],
};

/** The members of a file of `--answers`. */
export const ANSWERS_FORMAT: InputFormat = {
  heading: '--answers, a JSON object; the first rule whose text (or /pattern/) is in the request applies',
  rows: [
    [
      '"elicitation": [{"match": "name", "action": "accept", "content": {"name": "Ada"}}]',
      'or "decline", "cancel"',
    ],
    ['"sampling": [{"text": "Yes."}]', 'or {"result": {…}}; a rule without match always applies'],
    ['"roots": ["docs", "file:///srv/data"]', 'folders to offer'],
  ],
};

/** The words of `check --fail-on`. */
const FAIL_FORMAT: InputFormat = {
  heading: '--fail-on, words separated by commas',
  rows: [
    ['error', 'a level and those above it: note, warning, error (the default)'],
    ['client,safety', 'all of these families, whatever their level'],
    ['client/name-length', 'a rule; docs/checks.md lists them'],
    ['never', 'nothing, nor a difference from --lock'],
  ],
};

/** What a difference is told by. */
const GROUP_FORMAT: InputFormat = {
  heading:
    'Groups of changes, the heaviest first; --fail-on means one and all above it (any, the default: all; never: none)',
  rows: [
    ['breaking', 'callers break: an item or parameter is gone, an input is narrower, an output wider'],
    ['client', 'a limit of a client is crossed now: a name is too long for one, a schema refused by another'],
    ['policy', 'permissions were given for something else: read-only no longer'],
    ['review', 'descriptions, defaults, new hidden characters, and what cannot be decided'],
    ['safe', 'nobody breaks'],
  ],
};

/** The words of `redact --rule`. */
const SECRET_FORMAT: InputFormat = {
  heading: 'Rules',
  rows: [
    ['tokens', 'tokens that show by their shape: sk-…, ghp_…, JSON Web Tokens'],
    ['names', 'values under secret names: "password": "…", API_KEY=…'],
    ['headers', 'headers of HTTP with credentials, cookies or session ids'],
    ['commands', 'options of well-known programs: curl -u me:…'],
    ['urls', 'users and passwords in URLs'],
    ['keys', 'private keys'],
  ],
};

/** The words of `export --to`. */
const EXPORT_FORMAT: InputFormat = {
  heading:
    '--to, and what it writes; without --marked and --filter, md has the marked lines or those that failed',
  rows: [
    ...EXPORT_FORMATS.map(({ name, about }) => [name, about] as const),
    ['transcript', 'the logs of other programs as one of our recordings'],
    ['lock', 'what a server offers, to hold a later version against: diff'],
  ],
};

/** What is said of each verb. Read only where help is asked for: what every start reads has no room for it. */
export const VERB_HELP: Readonly<Record<VerbName, VerbHelp>> = {
  list: {
    operands: '[tools|resources|templates|prompts|skills]',
    help: 'list what the server offers',
    example: 'list tools --json -- npx -y some-server',
  },
  call: {
    operands: '<tool> [key=value | key:=json | key=@file]…',
    help: 'call a tool',
    example: 'call get-sum a=3 b:=4 -- npx -y some-server',
    formats: [ARGUMENT_FORMAT, ANSWERS_FORMAT],
  },
  read: {
    operands: '<uri | template> [variable=value]…',
    help: 'read a resource',
    example: "read 'file:///{path}' path=notes.txt -- npx -y some-server",
    formats: [VARIABLE_FORMAT],
  },
  prompt: {
    operands: '<name> [key=value]…',
    help: 'get a prompt',
    example: 'prompt greet who=Ada -- npx -y some-server',
    formats: [ARGUMENT_FORMAT],
  },
  complete: {
    operands: 'prompt <name> <argument>=<text> [key=value]…',
    help: 'complete an argument; also resource <template> <variable>=<text>',
    example: 'complete prompt greet who=A -- npx -y some-server',
  },
  ping: {
    operands: '',
    help: 'check whether the server answers',
    example: 'ping --timeout 2s -- npx -y some-server',
  },
  run: {
    operands: '<steps.jsonl | ->',
    help: 'send several requests on one connection',
    example: 'run steps.jsonl --fail-fast -- npx -y some-server',
    formats: [STEP_FORMAT, ANSWERS_FORMAT],
  },
  export: {
    operands: '[file…]',
    help: 'write recordings or logs in another format, or what a server offers',
    example: 'export session.mcp.jsonl --to md -o bug.md',
    formats: [EXPORT_FORMAT],
    options: {
      noRedact: 'do not mask secrets in what is written',
      output: 'write to this file instead of stdout; its ending says the format where --to does not',
    },
  },
  diff: {
    operands: '<lock | recording> [lock | recording]',
    help: 'compare what a server offers with a lock or a recording',
    example: 'diff mcp.lock.json --fail-on breaking -- node server.js',
    formats: [GROUP_FORMAT],
  },
  check: {
    operands: '[recording | lock]…',
    help: 'tell what clients and models will stumble over in what a server offers',
    example: 'check --for claude-code --for cursor -- node server.js',
    formats: [FAIL_FORMAT],
  },
  verify: {
    operands: '<steps | recording>…',
    help: 'send steps or a recording to a server, and report what is different',
    example: 'verify mcp.steps.jsonl session.mcp.jsonl -- node server.js',
    formats: [STEP_FORMAT, ANSWERS_FORMAT],
    options: {
      update: 'write the values found into the files of steps, where plain values differ',
      report: 'text, json, junit, sarif or github',
      json: 'the same as --report json',
    },
  },
  mock: {
    operands: '<recording>',
    help: 'be a server that answers from a recording, over stdio or HTTP',
    example: 'mock session.mcp.jsonl --ignore /params/arguments/now',
    options: {
      http: 'serve it on this port of the machine; 0 = any',
      fault: 'lay a fault of the demo over it; help lists them',
      ignore: 'ignore this part of requests when looking them up in the recording: /params/arguments/now',
    },
  },
  redact: {
    operands: '<recording | log | ->',
    help: 'write a recording or a log without its secrets, or tell what secrets are in it',
    example: 'redact session.mcp.jsonl -o shared.mcp.jsonl',
    formats: [SECRET_FORMAT],
    words: { secret: 'TEXT|@env:NAME', rule: 'RULE|/PATTERN/' },
    options: {
      output: 'write to this file; - is stdout',
      secret: 'replace this as well, however it is encoded: @env:NAME, @FILE or the text itself',
      rule: 'replace only what this rule finds; a pattern adds what it matches',
      check: 'write nothing; list what secrets are in it, and end with code 5 if there are any',
      quiet: 'do not count on stderr what was replaced',
    },
  },
  servers: {
    operands: '',
    help: 'list the servers configured in clients, and their config files',
    example: 'servers --json',
  },
  open: {
    operands: '[file… | - | --last]',
    help: 'open recordings or logs (-: from a pipe); without a file choose one, or list all',
    example: 'open --last',
  },
  tap: {
    operands: '',
    help: 'record what passes between a client and its server; alone, watch all live taps',
    example: 'tap --install claude-desktop',
    options: {
      config: "with --install or --uninstall: the client's config, where it is not in its usual place",
      server: 'what the server is called; with --install and --uninstall, may be repeated: these alone',
      transport: 'how a remote server is reached: http, sse (2024-11-05) or ws (default: http, then sse)',
      http: 'stand before a remote server on this port of the machine; 0 = any',
      header: 'send this with every HTTP request to the remote server',
      browser: 'if a remote server asks for it, also open the page to log in',
      record: 'record here; where the file exists, beside it with a number',
      force: 'overwrite the file of --record',
      watch: 'put a changed server behind the live client when these files change',
      plain: 'alone: print a list instead of opening the screens',
      json: 'alone: print the list of taps as JSON',
    },
  },
  demo: {
    operands: '',
    help: 'inspect the built-in demo server',
    example: 'demo --server crowded',
    options: { server: 'another demo server: crowded' },
  },
};

/** What each option does: one line, lower case, without a full stop. */
export const OPTION_HELP: Readonly<Record<OptionKey, string>> = {
  env: 'set an environment variable of the server',
  envFile: 'load variables from a .env file',
  cleanEnv: "pass only what a client's config would: HOME, PATH, USER and the like",
  inheritEnv: 'pass the whole environment (the default for a typed command)',
  config: "use servers from a client's config",
  server: "a server of the config; may be repeated, '*' means all",
  cwd: 'start the server in this folder',
  timeout: 'limit for a request: 400ms, 5s, 2m; 0 = none (60s)',
  maxTimeout: 'limit for a request that reports progress (10m)',
  connectTimeout: 'limit for startup and handshake (120s)',
  protocolVersion: 'revision to request (2025-11-25)',
  era: 'legacy (initialize), modern (2026-07-28), auto (default for URLs) or both (compare)',
  transport: 'for a URL: http, sse (2024-11-05) or ws (default: http, then sse)',
  header: 'send this with every HTTP request',
  ca: 'also trust the certificates in this file',
  insecure: "do not check the server's certificate",
  http: 'serve the demo on this port of the machine; 0 = any',
  fault: 'simulate a fault in the demo server; help lists them',
  as: 'connect as this client, or as the one in a recording',
  noSampling: 'do not offer sampling',
  noElicitation: 'do not offer elicitation',
  root: 'offer this folder to the server as a root',
  noRoots: 'do not offer roots',
  noTasks: 'do not run tools as tasks',
  noLint: 'skip the specification checks',
  noSdkCheck: 'skip the checks for what the official SDK would reject',
  noAuth: 'never log in; report the 401',
  clientId: 'id of a client registered with the authorization server',
  clientSecret: 'its secret: @env:NAME, @FILE or the secret itself (or MCP_LOUPE_CLIENT_SECRET)',
  clientKey: 'its private key (PEM) to sign assertions',
  clientMetadata: 'a client id metadata document, if the server supports it',
  grant: 'person (browser login) or client (client credentials, with a secret or key)',
  scope: "request exactly these scopes; '' requests none",
  authParam: 'add a parameter to the authorize request: audience, prompt, login_hint …',
  registrationToken: 'initial access token for registration: @env:NAME, @FILE or the token itself',
  allowHost: "allow this host in the server's metadata, even if private or without https",
  issuer: 'trust only this authorization server',
  callbackPort: 'port for the login redirect on 127.0.0.1 (default: any free)',
  browser: 'in scripts: also open the login page in a browser',
  record: 'record the session here',
  noRecord: 'do not record the session',
  noRedact: 'do not mask secrets in the recording',
  force: 'overwrite an existing file',
  otlp: 'send requests as spans to this OpenTelemetry collector: http://localhost:4318',
  watch: 'restart the server when these files change, and repeat the last call',
  plain: 'print a report instead of opening the screens',
  ascii: 'draw with ASCII characters only',
  mouse: 'support the mouse; hold shift to select text',
  confirm: 'ask before a call: all, destructive or never (destructive)',
  escDelay: 'how long to wait for the rest of a key after an escape (50ms)',
  client: 'the client that started the tap, as its transcript will name it',
  install: "put a tap before the servers in this client's config (all, or those named by --server)",
  uninstall: 'take the taps out again',
  dryRun: 'show what would change, and change nothing',
  yes: 'change it without asking',
  json: 'print one JSON document to stdout, as the server sent it',
  quiet: "do not print findings or the server's stderr",
  args: 'all arguments as one JSON object',
  sendAnyway: 'send arguments even if they do not match the schema',
  task: 'run the tool as a task, whatever it declares (up to 2025-11-25)',
  retryCalls: 'retry calls after a lost session or connection (may run twice)',
  failFast: 'stop at the first step that fails',
  answers: 'rules that answer requests from the server',
  last: 'open the newest recording',
  follow: 'read on as the recording is written; - reads standard input',
  to: `what to write: lock, transcript, ${EXPORT_FORMATS.map(({ name }) => name).join(', ')}`,
  marked: 'only the marked lines, each request with its answer',
  filter: 'only the lines that fit this filter, in the language of the screens',
  output: 'write to this file instead of stdout',
  report: 'text, json, junit, sarif or github; of diff text or json',
  failOn: 'what ends with exit code 5: a group of changes, or a level, rules or families; or never',
  update: 'write the new state into the lock',
  for: 'ask about this client alone; a profile such as claude-directory, too',
  probe: 'call read-only and idempotent tools with values at the edges of their schemas',
  lock: 'compare with this lock, or with those of a folder by server; a difference ends with code 5',
  all: 'call all tools, not only those that say they are read-only or idempotent',
  twice: 'send each call twice, and report what differs between the two as noise',
  level: 'compare with a recording by shape, values (the default) or bytes',
  ignore: 'what may differ, with all below it: /result/structuredContent/at',
  only: 'only the steps of this name, or calls of this tool',
  check: 'list what secrets are left, and write nothing',
  secret: 'send this where a secret was redacted: /params/arguments/token=@env:TOKEN, or @FILE',
  rule: 'report a rule, or those of a pattern, as off, note, warning or error',
  repeat: 'what a call gets that is made more often than it was: the last answer again, or never any',
  timing: 'fast (default) answers at once, real with the pauses of the recording',
  allowRedacted: 'give answers in which values were redacted, as they are in the recording',
  help: 'show help, also for a verb',
  version: 'show the version',
};
