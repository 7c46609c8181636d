import { randomUUID } from 'node:crypto';
import { auditCounters, type WrongCounter } from '../modules/admin/index.ts';
import { actionCounted, type CountedAction } from '../modules/rewards/index.ts';
import { modules } from '../modules.ts';
import { type Db, sql, transaction } from '../platform/db/db.ts';
import { emit } from '../platform/events/emit.ts';
import type { Person, TestApp } from './test-app.ts';

/** Every counter of the database, or of one table, that differs from the rows that it counts. */
export async function wrongCounters(
  db: Db,
  { size, of }: { size?: number; of?: string } = {},
): Promise<WrongCounter[]> {
  const wrong: WrongCounter[] = [];
  for await (const batch of auditCounters({ db, modules }, size === undefined ? {} : { size }))
    wrong.push(...batch.wrong);
  return wrong.filter(({ table }) => of === undefined || table === of);
}

/** What people did, as the rewards' listener and reading sessions store it, without the things that they did it to. */
export const counting = (site: TestApp) => {
  const tell = (userId: string, day: string, subjectId: string, isRemoved: boolean) =>
    transaction(site.ctx.db, (tx) =>
      emit(site.ctx, tx, actionCounted, { userId, day, subjectId, isRemoved }),
    );
  return {
    /** Counts an action, and returns what it was done to. */
    async did({ id }: Person, action: CountedAction, day: string): Promise<string> {
      const subjectId = randomUUID();
      await sql`
        insert into counted_actions (user_id, action, subject_id, day, counted_at)
        values (${id}, ${action}, ${subjectId}, ${day}, ${site.clock.now()})`.execute(site.ctx.db);
      await tell(id, day, subjectId, false);
      return subjectId;
    },
    /** Removes or restores what was done, as the team does. */
    async remove({ id }: Person, subjectId: string, isRemoved: boolean): Promise<void> {
      const { rows } = await sql<{ day: string }>`
        update counted_actions set removed_at = ${isRemoved ? site.clock.now() : null}
        where user_id = ${id} and subject_id = ${subjectId} returning day::text`.execute(site.ctx.db);
      for (const { day } of rows) await tell(id, day, subjectId, isRemoved);
    },
    async readFor({ id }: Person, seconds: number, day: string): Promise<void> {
      await sql`
        insert into reading_session_days as d (user_id, day, seconds, last_at)
        values (${id}, ${day}, ${seconds}, ${site.clock.now()}) on conflict (user_id, day)
        do update set seconds = d.seconds + excluded.seconds, last_at = excluded.last_at`.execute(
        site.ctx.db,
      );
    },
    async readWords({ id }: Person, words: number, day: string): Promise<void> {
      await sql`
        insert into reading_days as d (user_id, day, words, live_words) values (${id}, ${day}, ${words}, ${words})
        on conflict (user_id, day) do update set
          words = d.words + excluded.words, live_words = d.live_words + excluded.live_words`.execute(
        site.ctx.db,
      );
    },
  };
};
