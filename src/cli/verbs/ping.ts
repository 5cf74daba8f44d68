import { duration } from '../../text/measure.ts';
import { withServer } from '../connect.ts';
import { exit } from '../exit.ts';
import { operandsAtMost, type RunVerb } from '../job.ts';
import { printFailure } from '../print.ts';

/** `ping`: one request, and how long its answer took (basic/utilities/ping). */
export const ping: RunVerb = async (job) => {
  operandsAtMost(job, 'ping', 0);
  return withServer(job, [], async (server) => {
    const outcome = await server.connection.request('ping').done;
    if (outcome.kind !== 'result') return printFailure(job, server, 'ping', outcome);
    if (job.options.json) job.io.json(JSON.stringify({ ms: outcome.ms }));
    else job.io.out(`${duration(outcome.ms)}\n`);
    return exit.done;
  });
};
