import { resourceUri } from '../arguments.ts';
import { tellUnannounced, withServer } from '../connect.ts';
import { arrayOf, prettyLines, resourceLines } from '../content.ts';
import { exit } from '../exit.ts';
import type { RunVerb } from '../job.ts';
import { printFailure, printResult } from '../print.ts';

/** `read <uri>`, `read <template> variable=value…`: reads a resource once (server/resources). */
export const read: RunVerb = async (job) => {
  const uri = await resourceUri(job);
  return withServer(job, [], async (server) => {
    tellUnannounced(server, 'resources/read');
    const outcome = await server.connection.request('resources/read', { uri }).done;
    if (outcome.kind !== 'result') return printFailure(job, server, uri, outcome);
    printResult(job, server, outcome, (text) => {
      const contents = arrayOf(outcome.result, 'contents');
      return contents === undefined ? prettyLines(text) : contents.flatMap(resourceLines);
    });
    return exit.done;
  });
};
