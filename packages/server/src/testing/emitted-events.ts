import { sql } from '../platform/db/db.ts';
import { relayEvents } from '../platform/events/outbox.queries.ts';
import type { TestApp } from './test-app.ts';

/** The payloads of all events of a type whose payload has this id, in the order of the log. */
export async function emittedEvents(
  { ctx }: TestApp,
  { type }: { type: string },
  id: string,
): Promise<unknown[]> {
  await relayEvents(ctx.db);
  const { rows } = await sql<{ payload: unknown }>`
    select payload from events where type = ${type} and strpos(payload::text, ${id}) > 0
    order by position`.execute(ctx.db);
  return rows.map(({ payload }) => payload);
}
