/**
 * The members of an HTTP archive, as its specification defines them (HAR 1.2; what is required is what is not marked as
 * optional there). Members of others begin with an underscore.
 */
const text = { type: 'string' };
const count = { type: 'integer', minimum: -1 };
const span = { type: 'number', minimum: -1 };
const date = { type: 'string', format: 'date-time' };
const own = { '^_': {} };

/** An object with these members, those with a question mark optional. */
function of(members: Readonly<Record<string, object>>): object {
  const names = Object.keys(members);
  return {
    type: 'object',
    required: names.filter((name) => !name.endsWith('?')),
    properties: Object.fromEntries(names.map((name) => [name.replace('?', ''), members[name]])),
    patternProperties: own,
    additionalProperties: false,
  };
}

const list = (items: object): object => ({ type: 'array', items });
const pair = of({ name: text, value: text, 'comment?': text });
const cookie = of({ name: text, value: text, 'path?': text, 'domain?': text, 'expires?': text });
const program = of({ name: text, version: text, 'comment?': text });
const head = {
  httpVersion: text,
  cookies: list(cookie),
  headers: list(pair),
  headersSize: count,
  bodySize: count,
};

/** The schema of a whole archive. */
export const HAR_SCHEMA = of({
  log: of({
    version: { const: '1.2' },
    creator: program,
    'browser?': program,
    'pages?': list(
      of({
        startedDateTime: date,
        id: { ...text, minLength: 1 },
        title: text,
        pageTimings: of({}),
        'comment?': text,
      }),
    ),
    entries: list(
      of({
        'pageref?': text,
        startedDateTime: date,
        time: { type: 'number', minimum: 0 },
        request: of({
          ...head,
          method: { ...text, minLength: 1 },
          url: { ...text, format: 'uri' },
          queryString: list(pair),
          'postData?': of({ mimeType: text, text }),
        }),
        response: of({
          ...head,
          status: { type: 'integer' },
          statusText: text,
          content: of({ size: count, mimeType: text, 'text?': text, 'encoding?': { const: 'base64' } }),
          redirectURL: text,
        }),
        cache: of({}),
        timings: of({ send: span, wait: span, receive: span }),
        'comment?': text,
      }),
    ),
    'comment?': text,
  }),
});
