import { MODERN } from '../revision.ts';
import { either, type Members, map, object, optional, type Part, revised, tagged, text } from '../shape.ts';
import { result } from './body.ts';
import { elicitation } from './elicitation.ts';
import { roots } from './roots.ts';
import { sampling } from './sampling.ts';

/** What the server asks of the client inside a result, and the client's answers in the request that goes on. */
const ASKED = {
  'sampling/createMessage': sampling['sampling/createMessage'],
  'roots/list': roots['roots/list'],
  'elicitation/create': elicitation['elicitation/create'],
};

const entries = Object.entries(ASKED);

const inputRequest = tagged(
  'method',
  Object.fromEntries(entries.map(([method, { params }]) => [method, object({ params })])),
);

const inputResponse = either(...entries.map(([, { result: answer }]) => answer));

/** The members by which a request goes on with what an `input_required` result asked for. */
export const resumed: Members = {
  inputResponses: optional(map(inputResponse), MODERN),
  requestState: optional(text, MODERN),
};

const inputRequired = result({
  inputRequests: optional(map(inputRequest)),
  requestState: optional(text),
});

/** A result that may ask for input first, or be one of an extension, by its `resultType`. */
export const resumable = (own: Part): Part =>
  revised(own, {
    '2026-07-28': tagged(
      'resultType',
      { complete: own, input_required: inputRequired },
      { missing: own, others: result({}) },
    ),
  });
