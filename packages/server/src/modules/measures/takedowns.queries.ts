import { allRows, type Db, firstRow, sql } from '../../platform/db/db.ts';

/** A story or chapter as the operator sees it. */
export interface ModeratedText {
  id: string;
  kind: 'story' | 'chapter';
  /** The story itself, or the chapter's story. */
  storyId: string;
  title: string;
  storyTitle: string;
  authorId: string;
  author: string;
  isPublished: boolean;
  takenDownAt: Date | null;
  reason: string | null;
}
export type TakenDownText = ModeratedText & { takenDownAt: Date; reason: string };

const texts = sql`
  select s.id, 'story' as kind, s.id as "storyId", s.title, s.title as "storyTitle", s.author_id as "authorId",
    u.username as author, s.is_published as "isPublished", s.taken_down_at as "takenDownAt", s.takedown_reason as reason
  from stories s join users u on u.id = s.author_id where s.deleted_at is null
  union all
  select c.id, 'chapter', s.id, c.title, s.title, s.author_id, u.username, c.is_published, c.taken_down_at, c.takedown_reason
  from chapters c join stories s on s.id = c.story_id join users u on u.id = s.author_id
  where c.deleted_at is null and s.deleted_at is null`;

/** The story or chapter of this id, unless it is deleted. */
export const findText = (db: Db, id: string): Promise<ModeratedText | undefined> =>
  firstRow<ModeratedText>(db)`select * from (${texts}) as texts where id = ${id}`;

/** Stories and chapters that are taken down, latest first. */
export const listTakedowns = (db: Db): Promise<TakenDownText[]> =>
  allRows<TakenDownText>(db)`
    select * from (${texts}) as texts where "takenDownAt" is not null order by "takenDownAt" desc, id`;
