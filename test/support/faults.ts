import { fileURLToPath } from 'node:url';
import { FAULTS, VICTIM } from '../../src/spec/faults.ts';
import type { RuleId } from '../../src/spec/rules.ts';

/** About a hundred faults over stdio that the demonstration has not, one scenario name each. */
export const SERVER = fileURLToPath(new URL('../fixtures/servers/bad-server.mjs', import.meta.url));

const PROGRAM = fileURLToPath(new URL('../../dist/mcp-loupe.js', import.meta.url));

/** Whether a scenario is a fault of the demonstration. */
export const isOfDemo = (scenario: string): boolean => Object.hasOwn(FAULTS, scenario);

/** What Node.js is started with to have a server with this fault: the demonstration where it can have it. */
export const scriptOf = (scenario: string): readonly string[] =>
  isOfDemo(scenario) ? [PROGRAM, 'demo-server', scenario] : [SERVER, scenario];

export const LIST = ['list', 'tools'];
export const CALL = ['call', VICTIM];
export const READ = ['read', 'x:y'];
export const PROMPT = ['prompt', 'p'];

/** What a scenario must come to: the verb, its exit code, and every rule that is told of, once or more. */
export type Row = readonly [
  scenario: string,
  verb: readonly string[],
  exit: number,
  rules: readonly RuleId[],
];

export const ROWS: readonly Row[] = [
  ['bad-output', CALL, 0, ['result/structured-mismatch']],
  ['bad-tool', LIST, 0, ['list/bad-item', 'sdk/refuses']],
  ['banner', LIST, 0, ['stdio/not-json']],
  ['batch', LIST, 0, ['batch/array']],
  ['bigint', LIST, 0, ['lint/big-number', 'lint/duplicate-key']],
  ['bom', LIST, 0, ['stdio/bom']],
  ['both', LIST, 0, ['message/both', 'sdk/refuses']],
  ['caps-bool', LIST, 0, ['init/capabilities', 'sdk/refuses']],
  ['caps-extra', LIST, 0, []],
  ['caps-missing', LIST, 0, ['capability/not-announced', 'init/capabilities', 'sdk/refuses']],
  ['caps-notools', LIST, 0, ['capability/not-announced']],
  ['caps-null', LIST, 0, ['init/capabilities', 'sdk/refuses']],
  ['chatty', LIST, 0, []],
  ['contentlen', LIST, 0, ['stdio/content-length']],
  ['crash', CALL, 3, ['server/exited']],
  ['crlf', LIST, 0, ['stdio/crlf']],
  ['ct-badb64', CALL, 0, ['result/base64', 'sdk/refuses']],
  ['ct-extra', CALL, 0, ['result/bad-content', 'sdk/refuses']],
  ['ct-legacy', CALL, 0, ['result/legacy']],
  ['ct-link', CALL, 0, ['result/bad-content', 'result/resource', 'sdk/refuses']],
  ['ct-missing', CALL, 0, ['result/no-content']],
  ['ct-notype', CALL, 0, ['result/bad-content', 'sdk/refuses']],
  ['ct-null', CALL, 0, ['result/no-content', 'sdk/refuses']],
  ['ct-priority', CALL, 0, ['result/bad-content', 'sdk/refuses']],
  ['ct-string', CALL, 0, ['result/no-content', 'sdk/refuses']],
  ['ct-unknown', CALL, 0, ['result/unknown-content', 'sdk/refuses']],
  ['cursor-empty', LIST, 0, ['list/cursor']],
  ['cursor-loop', LIST, 0, ['list/cursor-loop', 'list/duplicate']],
  ['cursor-null', LIST, 0, ['list/cursor', 'sdk/refuses']],
  ['dup', LIST, 0, ['id/duplicate']],
  ['err-data', LIST, 1, []],
  ['err-float', LIST, 1, ['message/bad-error', 'sdk/refuses']],
  ['err-nomsg', LIST, 1, ['message/bad-error', 'sdk/refuses']],
  ['err-strcode', LIST, 1, ['message/bad-error', 'sdk/refuses']],
  ['errornull', LIST, 0, ['message/error-null', 'sdk/refuses']],
  ['exit-early', LIST, 3, ['server/exited']],
  ['exit-init', LIST, 3, ['server/exited']],
  ['flood', CALL, 0, ['progress/unknown-token']],
  ['hang', LIST, 4, ['server/no-answer']],
  ['huge9', LIST, 0, []],
  ['huge11', LIST, 0, ['sdk/refuses']],
  ['huge50', LIST, 0, ['sdk/refuses']],
  ['idnull', LIST, 0, ['id/null', 'sdk/refuses']],
  ['init-nothing', LIST, 4, ['server/no-answer']],
  ['invalidutf8', LIST, 0, ['stdio/utf8']],
  ['jsonrpc1', LIST, 0, ['message/jsonrpc', 'sdk/refuses']],
  ['kill-mid', LIST, 3, ['server/exited']],
  ['metanull', LIST, 0, ['message/bad-meta', 'sdk/refuses']],
  ['noise-mid', LIST, 0, ['stdio/not-json']],
  ['noise-prefix', LIST, 0, ['stdio/log-prefix']],
  ['nojsonrpc', LIST, 0, ['message/jsonrpc', 'sdk/refuses']],
  ['nonl-join', LIST, 0, ['stdio/joined']],
  ['notif-badlog', LIST, 0, ['log/level', 'sdk/refuses']],
  ['notif-paramsarr', LIST, 0, ['message/bad-params', 'sdk/refuses']],
  ['notif-paramsnull', LIST, 0, ['message/bad-params', 'sdk/refuses']],
  ['notobj', LIST, 0, ['message/not-protocol']],
  ['notools', LIST, 1, ['list/no-array', 'sdk/refuses']],
  ['partial-exit', LIST, 0, ['stdio/no-newline']],
  ['pg-array', PROMPT, 0, ['capability/not-served', 'result/role', 'sdk/refuses']],
  ['pg-role', PROMPT, 0, ['capability/not-served', 'result/role', 'sdk/refuses']],
  ['pretty', CALL, 0, ['stdio/multi-line']],
  ['progress-late', CALL, 0, []],
  ['progress-unknown', LIST, 0, ['progress/unknown-token']],
  ['pv-missing', LIST, 0, ['init/version', 'sdk/refuses']],
  ['pv-modern', LIST, 0, ['init/version', 'sdk/refuses']],
  ['pv-unknown', LIST, 0, ['init/version', 'sdk/refuses']],
  ['resextra', LIST, 0, ['lint/other-revision']],
  ['resultnull-err', LIST, 1, ['message/both', 'sdk/refuses']],
  ['resultscalar', LIST, 1, ['list/no-array', 'message/scalar-result', 'sdk/refuses']],
  ['rl-baduri', ['list', 'resources'], 0, ['list/bad-item', 'sdk/refuses']],
  ['rr-badblob', READ, 0, ['result/base64', 'sdk/refuses']],
  ['rr-both', READ, 0, ['result/resource']],
  ['rr-neither', READ, 0, ['result/resource', 'sdk/refuses']],
  ['sc-badcompile', CALL, 0, ['list/bad-item', 'tool/output-schema']],
  ['sc-iserror', CALL, 1, ['result/structured-mismatch']],
  ['sc-missing', CALL, 0, ['result/structured-missing']],
  ['si-missing', LIST, 0, ['init/server-info', 'sdk/refuses']],
  ['silent', CALL, 4, ['server/no-answer']],
  ['splitutf8', LIST, 0, []],
  ['stderr-noise', LIST, 0, []],
  ['stderrflood', LIST, 0, []],
  ['string-id', LIST, 0, ['id/type']],
  ['tool-annotnull', LIST, 0, ['list/bad-item', 'sdk/refuses']],
  ['tool-badoutput', LIST, 0, ['list/bad-item']],
  ['tool-badref', ['call', 'bad'], 0, ['list/bad-item', 'tool/output-schema']],
  ['tool-descnull', LIST, 0, ['list/bad-item', 'sdk/refuses']],
  ['tool-dupname', LIST, 0, ['list/duplicate']],
  ['tool-extra', LIST, 0, []],
  ['tool-missingschema', LIST, 0, ['list/bad-item', 'sdk/refuses']],
  ['tool-namenum', LIST, 0, ['list/bad-item', 'sdk/refuses']],
  ['tool-noname', LIST, 0, ['list/bad-item', 'sdk/refuses']],
  ['tool-noschematype', LIST, 0, ['list/bad-item', 'sdk/refuses']],
  ['tool-outputarray', LIST, 0, ['list/bad-item', 'sdk/refuses']],
  ['tool-propbool', LIST, 0, ['lint/type', 'sdk/refuses']],
  ['tool-requirednull', LIST, 0, ['list/bad-item', 'sdk/refuses']],
  ['tool-schematrue', LIST, 0, ['list/bad-item', 'sdk/refuses']],
  ['tool-typearray', LIST, 0, ['list/bad-item', 'sdk/refuses']],
  ['tool-typestring', LIST, 0, ['list/bad-item', 'sdk/refuses']],
  ['topextra', LIST, 0, ['message/extra-member', 'sdk/refuses']],
  ['unknown-notif', LIST, 0, ['server/unknown-notification']],
  ['unknown-req', LIST, 0, ['server/unknown-request']],
  ['unsolicited', LIST, 0, ['id/unknown']],
  ['unsupported-req', [...LIST, '--no-sampling'], 0, ['server/unannounced-request']],
  ['wrong-id', CALL, 4, ['id/unknown', 'server/no-answer']],
];

/** How one comes across what is wrong with it. */
export const verbFor = (scenario: string): readonly string[] =>
  ROWS.find(([name]) => name === scenario)?.[1] ?? LIST;
