import { allRows, type Db } from '../../platform/db/db.ts';

export interface StopRow {
  /** 0: not known. */
  version: number;
  /** 10 for those who finished. */
  tenth: number;
  readers: number;
}

/** A chapter's readers by version and tenth. */
export const listStops = (db: Db, storyId: string, chapterId: string) =>
  allRows<StopRow>(db)`
    select version, tenth, readers from analytics_stops where story_id = ${storyId} and chapter_id = ${chapterId}`;

/** When versions of a chapter were saved. */
export const listSavedAt = (db: Db, storyId: string, chapterId: string, versions: number[]) =>
  allRows<{ version: number; created_at: Date }>(db)`
    select version, created_at from chapter_versions
    where story_id = ${storyId} and chapter_id = ${chapterId} and version = any(${versions}::integer[])
    order by version desc`;
