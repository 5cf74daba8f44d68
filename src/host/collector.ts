import { parse } from '../json/parse.ts';
import { isObject } from '../json/shape.ts';
import { reason } from '../text/reason.ts';
import { basicLogin, percentDecoded } from '../text/url.ts';

/**
 * What became of spans that were sent (OTLP/HTTP, "Response"). `later`: they may be sent again, after `wait` ms where the
 * collector says so; `isThere`: it has answered.
 */
export type Delivery =
  | { readonly kind: 'taken'; readonly remark?: string }
  | {
      readonly kind: 'later';
      readonly why: string;
      readonly wait?: number;
      readonly isThere: boolean;
      /** There was no answer, which says nothing of what was sent. */
      readonly mayHaveArrived?: boolean;
    }
  | { readonly kind: 'refused'; readonly why: string };

/** A program that takes spans over OTLP/HTTP. */
export interface Collector {
  /** Where it is, without what might be secret. */
  readonly name: string;
  /** What is wrong with how it is asked, in sentences. */
  readonly remarks: readonly string[];
  /** Sends an `ExportTraceServiceRequest` in JSON; never rejects. */
  send(body: string, timeout: number): Promise<Delivery>;
}

/** Answers after which a request may be sent again (OTLP/HTTP, "Retryable Response Codes"). */
const RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** Where headers are given: the first of them counts. */
const HEADERS = ['OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'OTEL_EXPORTER_OTLP_HEADERS'];
/** Characters of an answer that are read. */
const LONGEST = 64 * 1024;

/**
 * The collector at a URL, as exporters of OpenTelemetry understand it: `/v1/traces` is added to its path.
 *
 * @param env `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_EXPORTER_OTLP_TRACES_HEADERS` are sent with every request,
 *   but for those that no request can have
 */
export function collectorAt(
  base: string,
  env: Readonly<Record<string, string | undefined>>,
  program: { readonly name: string; readonly version: string },
): Collector {
  const url = new URL(base);
  if (!/\/v1\/traces\/?$/.test(url.pathname)) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  const login = basicLogin(url);
  url.username = '';
  url.password = '';
  const variable = HEADERS.find((name) => env[name] !== undefined) ?? '';
  const given = headersIn(env[variable] ?? '');
  const wrong = given.filter((header) => !isHeader(header));
  const headers = {
    'user-agent': `${program.name}/${program.version}`,
    ...(login === undefined ? {} : { authorization: login }),
    ...Object.fromEntries(given.filter(isHeader)),
    'content-type': 'application/json',
  };
  return {
    name: `${url.origin}${url.pathname}`,
    remarks: wrong.map(
      ([name]) => `the header ${name} in ${variable} is left out: its value is none that HTTP can carry`,
    ),
    async send(body, timeout) {
      try {
        const signal = AbortSignal.timeout(Math.ceil(timeout));
        // What is sent is for this collector: it is not passed on to wherever it points.
        const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
        const text = await beginningOf(response);
        if (response.ok) return taken(text);
        const why = `it answers ${response.status}`;
        if (!RETRYABLE.has(response.status)) return { kind: 'refused', why };
        const wait = waitOf(response.headers.get('retry-after') ?? '');
        return { kind: 'later', why, isThere: true, ...(wait === undefined ? {} : { wait }) };
      } catch (error) {
        // What takes too long may have been taken all the same.
        if (error instanceof DOMException && error.name === 'TimeoutError')
          return { kind: 'later', why: 'it did not answer in time', isThere: false, mayHaveArrived: true };
        const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
        return { kind: 'later', why: reason(cause), isThere: false };
      }
    },
  };
}

type Header = readonly [name: string, value: string];

/** `name=value,name=value`, the values percent-encoded (OTLP exporter configuration). */
function headersIn(text: string): readonly Header[] {
  return text.split(',').flatMap((pair) => {
    const [, name, value = ''] = /^\s*([!#$%&'*+.^`|~\w-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
    return name === undefined ? [] : [[name.toLowerCase(), percentDecoded(value)] as const];
  });
}

/** Whether a request can have it. Found out beforehand: the error of a request would say its value. */
function isHeader([name, value]: Header): boolean {
  try {
    return new Headers([[name, value]]).has(name);
  } catch {
    return false;
  }
}

/** `Retry-After` in ms: seconds, or a date (RFC 9110, 10.2.3). */
function waitOf(text: string): number | undefined {
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

async function beginningOf({ body }: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > LONGEST) break;
  }
  return text;
}

/** It may have taken some spans and not others (`ExportTracePartialSuccess`). */
function taken(text: string): Delivery {
  const answer = parse(text);
  const partial = isObject(answer) && isObject(answer['partialSuccess']) ? answer['partialSuccess'] : {};
  const { rejectedSpans = 0, errorMessage } = partial;
  if (Number(rejectedSpans) === 0 && !errorMessage) return { kind: 'taken' };
  return { kind: 'taken', remark: `it has rejected ${rejectedSpans} spans: ${errorMessage}` };
}
