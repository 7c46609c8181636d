import type { Db } from './db/db.ts';

/** What is erased: a chapter, or what is left of a story whose chapters are erased (`chapterId` null). */
export interface Erased {
  storyId: string;
  chapterId: string | null;
}

/**
 * Deletes at most `max` rows about what is erased, and returns how many; zero when none are left. Deleting the row of the
 * story or chapter first would delete all of them in one statement.
 */
export type Erasure = (db: Db, erased: Erased, max: number) => Promise<number>;
