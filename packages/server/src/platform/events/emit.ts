import type { z } from 'zod';
import type { AppContext } from '../context.ts';
import { afterCommit, type Db } from '../db/db.ts';
import type { EventDefinition } from './event.ts';
import { appendEvents } from './outbox.queries.ts';

/**
 * Emits events in the transaction that makes them true: they exist once it commits, or never. To keep a subject's
 * events in order, the transaction holds the lock under which the subject changes.
 */
export async function emit<Fields extends EventDefinition['payload']['shape']>(
  { clock, events, live }: Pick<AppContext, 'clock' | 'events' | 'live'>,
  tx: Db,
  definition: EventDefinition<Fields>,
  ...payloads: z.output<z.ZodObject<Fields>>[]
): Promise<void> {
  if (payloads.length === 0) return;
  const checked = payloads.map((payload) => definition.payload.parse(payload));
  afterCommit(tx, () => events.committed(definition.type, checked, live));
  await appendEvents(tx, definition, checked, clock.now());
}
