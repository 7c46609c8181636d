import type { AppContext } from '../platform/context.ts';
import { listOutbox } from '../platform/events/outbox.queries.ts';

/** Listeners that begin with the first start, after the demo library is filled, and are to know what happened in it. */
const informed = ['reading-sessions', 'rewards', 'notifications', 'analytics'];

/** Has them handle the events of the simulated months in the transaction `ctx.db`: one for each event would take minutes. */
export async function informListeners(ctx: AppContext): Promise<void> {
  const all = ctx.modules.flatMap(({ listeners = [] }) => listeners.map((listener) => listener(ctx)));
  const listeners = all.filter(({ name }) => informed.includes(name));
  if (listeners.length !== informed.length)
    throw new Error('A listener that the demo informs has another name.');
  for (const { type, payload, created_at: createdAt } of await listOutbox(ctx.db))
    for (const { handlers } of listeners)
      await handlers.get(type)?.({ payload, position: 0, createdAt }, ctx.db);
}
