import { countWaitingWords } from '../modules/library/index.ts';
import { sql } from '../platform/db/db.ts';
import type { Person, TestApp } from './test-app.ts';

/** Gives a reader time in chapters, or all of a story's, as a reading session does when it ends. The clock stays. */
export async function giveTime({ ctx, clock }: TestApp, reader: Person, ids: string[]): Promise<void> {
  const now = clock.now();
  const sessions = sql`(select ${reader.id}::uuid as user_id, id as chapter_id, ${now}::date as day
    from chapters where id = any(${ids}::uuid[]) or story_id = any(${ids}::uuid[]))`;
  await sql`with ${countWaitingWords(sessions, now, true)} select`.execute(ctx.db);
}
