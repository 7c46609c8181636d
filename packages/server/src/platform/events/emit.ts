import type { z } from 'zod';
import type { AppContext } from '../context.ts';
import { afterCommit, type Db } from '../db/db.ts';
import type { EventDefinition } from './event.ts';
import { appendEvents, type Fact } from './outbox.queries.ts';

type EmitContext = Pick<AppContext, 'clock' | 'events' | 'live'>;

/** An event to emit with others. */
export const fact = <Fields extends EventDefinition['payload']['shape']>(
  definition: EventDefinition<Fields>,
  payload: z.output<z.ZodObject<Fields>>,
): Fact => ({ definition, payload: definition.payload.parse(payload) });

/** Has the commit handlers run after the commit, for events that a statement of the transaction inserts (`insertEvents`). */
export const handleCommit = ({ events, live }: Omit<EmitContext, 'clock'>, tx: Db, facts: Fact[]): void =>
  afterCommit(tx, () => {
    for (const { definition, payload } of facts) events.committed(definition.type, [payload], live);
  });

/**
 * Emits events in the transaction of the change that they describe: they exist only if it commits. To keep a subject's
 * events in order, the transaction must hold the lock under which the subject changes.
 */
export async function emitFacts(ctx: EmitContext, tx: Db, facts: Fact[]): Promise<void> {
  if (facts.length === 0) return;
  handleCommit(ctx, tx, facts);
  await appendEvents(tx, facts, ctx.clock.now());
}

/** Emits events of one type; see `emitFacts`. */
export const emit = <Fields extends EventDefinition['payload']['shape']>(
  ctx: EmitContext,
  tx: Db,
  definition: EventDefinition<Fields>,
  ...payloads: z.output<z.ZodObject<Fields>>[]
): Promise<void> =>
  emitFacts(
    ctx,
    tx,
    payloads.map((payload) => fact(definition, payload)),
  );
