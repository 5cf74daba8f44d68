import { duration } from '../../text/measure.ts';
import { withServers } from '../connect.ts';
import { exit } from '../exit.ts';
import { operandsAtMost, type RunVerb } from '../job.ts';
import { printFailure } from '../print.ts';

/** `ping`: one request, and how long its answer took (basic/utilities/ping). */
export const ping: RunVerb = async (job) => {
  operandsAtMost(job, 'ping', 0);
  return withServers(job, [], async (server, own) => {
    const outcome = await server.connection.request('ping').done;
    if (outcome.kind !== 'result') return printFailure(own, server, 'ping', outcome);
    if (own.options.json) own.io.json(JSON.stringify({ ms: outcome.ms }));
    else own.io.out(`${duration(outcome.ms)}\n`);
    return exit.done;
  });
};
