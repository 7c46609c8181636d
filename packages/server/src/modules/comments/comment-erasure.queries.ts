import { type Db, sql, transaction } from '../../platform/db/db.ts';
import type { Erased } from '../../platform/erasures.ts';
import { ownSubjects } from '../chapters/index.ts';
import { eraseSome, forgetSubjects } from './comment-counts.queries.ts';

/** Deletes at most `max` comments of a story or chapter that is erased, or likes of these; returns how many. */
export const eraseComments = (db: Db, { storyId, chapterId }: Erased, max: number): Promise<number> =>
  transaction(db, async (tx) => {
    const subjectId = chapterId ?? storyId;
    const erased = await eraseSome(tx, subjectId, max);
    if (erased === 0) await forgetSubjects(tx, sql`select ${subjectId}::uuid`);
    return erased;
  });

/** Deletes everything about the stories of a person whose account is deleted, and about their chapters. */
export async function forgetOwnSubjects(tx: Db, authorId: string): Promise<void> {
  const subjects = ownSubjects(authorId);
  await sql`delete from comments where subject_id in (${subjects})`.execute(tx);
  await forgetSubjects(tx, subjects);
}
