/** What a verb or option reads, told in its help: a line of it, and what the line does. */
export interface InputFormat {
  readonly heading: string;
  readonly rows: readonly (readonly [line: string, does: string])[];
}

/** How arguments are written. */
export const ARGUMENT_FORMAT: InputFormat = {
  heading: 'Arguments',
  rows: [
    ['count=3', 'the type that the schema asks for; text stays text'],
    ['count:=3', 'JSON as typed'],
    ['body=@notes.txt', 'the content of a file'],
    ['user.tags[0]=new', 'a value inside of another'],
  ],
};

/** How the variables of a template are written. */
export const VARIABLE_FORMAT: InputFormat = {
  heading: 'Variables',
  rows: [['path=notes.txt', 'each of the template is needed, but for those of its query: {?q}']],
};

/** The lines that `run` reads. */
export const STEP_FORMAT: InputFormat = {
  heading: 'Steps, one JSON object a line; a failed one does not stop the rest',
  rows: [
    ['{"method": "tools/call", "params": {"name": "echo", "arguments": {}}}', 'any method, sent as written'],
    ['{"method": "tools/list", "cancelAfter": 500}', 'cancelled after so many milliseconds'],
    ['{"method": "tools/call", "params": {}, "raw": true}', 'the first answer, also where it asks for input'],
    ['{"sleep": 500}', 'waits so many milliseconds; prints nothing'],
    ['{"together": [{"method": "ping"}, {"method": "ping"}]}', 'side by side, a line each as they end'],
  ],
};

/** The members of a file of `--answers`. */
export const ANSWERS_FORMAT: InputFormat = {
  heading: '--answers, a JSON object; the first rule wins whose text (or /pattern/) is in the request',
  rows: [
    [
      '"elicitation": [{"match": "name", "action": "accept", "content": {"name": "Ada"}}]',
      'or "decline", "cancel"',
    ],
    ['"sampling": [{"text": "Yes."}]', 'or {"result": {…}}; a rule without match takes all'],
    ['"roots": ["docs", "file:///srv/data"]', 'folders to offer'],
  ],
};
