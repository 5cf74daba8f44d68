import type { Method, Methods } from '../method.ts';
import { completion } from './completion.ts';
import { elicitation } from './elicitation.ts';
import { lifecycle } from './lifecycle.ts';
import { logging } from './logging.ts';
import { prompts } from './prompts.ts';
import { resources } from './resources.ts';
import { roots } from './roots.ts';
import { running } from './running.ts';
import { sampling } from './sampling.ts';
import { subscriptions } from './subscriptions.ts';
import { tasks } from './tasks.ts';
import { tools } from './tools.ts';

const METHODS: Methods = {
  ...lifecycle,
  ...running,
  ...tools,
  ...resources,
  ...prompts,
  ...completion,
  ...logging,
  ...roots,
  ...sampling,
  ...elicitation,
  ...tasks,
  ...subscriptions,
};

/** What the specification says of a method, in any revision; undefined for one that none has. */
export function methodNamed(name: string): Method | undefined {
  return Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
}
