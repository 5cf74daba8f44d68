/** What a verb or option reads, told in its help: a line of it, and what the line does. */
export interface InputFormat {
  readonly heading: string;
  readonly rows: readonly (readonly [line: string, does: string])[];
}

/** How arguments are written. */
export const ARGUMENT_FORMAT: InputFormat = {
  heading: 'Arguments',
  rows: [
    ['count=3', 'a value of the type in the schema; strings stay strings'],
    ['count:=3', 'JSON, as typed'],
    ['body=@notes.txt', 'the content of a file'],
    ['user.tags[0]=new', 'a nested value'],
  ],
};

/** How the variables of a template are written. */
export const VARIABLE_FORMAT: InputFormat = {
  heading: 'Variables',
  rows: [['path=notes.txt', 'all variables are required, except those of a query: {?q}']],
};

/** The lines that `run` reads. */
export const STEP_FORMAT: InputFormat = {
  heading: 'Steps, one JSON object a line; a failed step does not stop the rest',
  rows: [
    ['{"method": "tools/call", "params": {"name": "echo", "arguments": {}}}', 'any method, sent as written'],
    ['{"method": "tools/list", "cancelAfter": 500}', 'cancels after that many milliseconds'],
    [
      '{"method": "tools/call", "params": {}, "raw": true}',
      'prints the first response, even if it requests input',
    ],
    ['{"sleep": 500}', 'waits that many milliseconds; prints nothing'],
    [
      '{"together": [{"method": "ping"}, {"method": "ping"}]}',
      'runs concurrently; one line each, as they end',
    ],
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
