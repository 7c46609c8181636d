import { allRows, type Db, unseen } from '../../platform/db/db.ts';

export interface SeriesRow {
  story_id: string;
  name: string;
  position: number;
}

/** The series of stories, without those that were taken down. */
export const listSeries = (db: Db, storyIds: string[]): Promise<SeriesRow[]> =>
  allRows<SeriesRow>(db)`
    select x.story_id, r.name, x.position from series_stories x
    join series r on r.id = x.series_id and r.author_id = x.author_id and r.taken_down_at is null
    where x.story_id = any(${unseen(storyIds, 'uuid[]')})`;
