import { systemClock } from '../../host/clock.ts';
import { collectorAt } from '../../host/collector.ts';
import type { LiveHost } from '../../host/live.ts';
import { startTraces, type Traces, type TracesOptions } from '../../host/traces.ts';
import { visible } from '../../text/visible.ts';
import { version } from '../../version.ts';
import type { Io } from '../io.ts';

/**
 * A session whose requests are sent to a collector as spans.
 *
 * @param url as `--otlp` has it
 * @param tell takes what a person should know of it
 */
export function traced(host: LiveHost, url: string, env: Io['env'], tell: (line: string) => void): LiveHost {
  const { log, started, mask, store } = host;
  const traces = tracesTo(url, env, { log, started, mask, state: store.state }, tell);
  return {
    ...host,
    isTraced: true,
    remarks: () => [...host.remarks(), ...traces.remarks()],
    async close() {
      traces.settle();
      await host.close();
      await traces.end();
    },
  };
}

/** Begins to send the requests of a session to the collector at a URL. */
export function tracesTo(
  url: string,
  env: Io['env'],
  session: TracesOptions['session'],
  tell: (line: string) => void,
): Traces {
  const program = { name: 'mcp-loupe', version };
  return startTraces({
    ...{ session, program, collector: collectorAt(url, env, program), clock: systemClock },
    tell: (remark) => tell(session.mask(visible(remark))),
  });
}
