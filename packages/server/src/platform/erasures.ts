import type { Db } from './db/db.ts';
import { perInstance } from './per-instance.ts';

/** What is erased: a chapter, or what is left of a story whose chapters are erased (`chapterId` null). */
export interface Erased {
  storyId: string;
  chapterId: string | null;
}

/** Deletes at most `max` rows about what is erased, and returns how many; zero when none are left. */
export type Erasure = (db: Db, erased: Erased, max: number) => Promise<number>;

const registered = perInstance((_db: Db) => new Map<string, Erasure>());

/**
 * Registers rows that are deleted in steps before the story or chapter that they belong to: deleting its row would
 * delete all of them in one statement.
 */
export const registerErasure = ({ db }: { db: Db }, name: string, erasure: Erasure): void => {
  registered(db).set(name, erasure);
};

export const erasures = ({ db }: { db: Db }): Erasure[] => [...registered(db).values()];
