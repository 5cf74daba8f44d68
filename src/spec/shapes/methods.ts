import type { METHODS, MethodName } from '../methods.ts';
import type { MessageShape } from '../shape.ts';
import { askedShapes } from './asked.ts';
import { connectionShapes } from './connection.ts';
import { serverShapes } from './server.ts';
import { taskShapes } from './tasks.ts';

/** What extensions alone have, whose shapes no revision defines. */
type Undefined = 'tasks/update' | 'notifications/tasks' | 'skills/list' | 'skills/get';

type Shaped = {
  readonly [Name in Exclude<MethodName, Undefined>]: (typeof METHODS)[Name]['kind'] extends 'request'
    ? Required<MessageShape>
    : MessageShape;
};

const SHAPES: Shaped = { ...connectionShapes, ...serverShapes, ...askedShapes, ...taskShapes };

/** The shapes of a method's messages, as the revisions define them; undefined where no revision has it. */
export function shapesOf(name: string): MessageShape | undefined {
  return Object.hasOwn(SHAPES, name) ? SHAPES[name as keyof Shaped] : undefined;
}
