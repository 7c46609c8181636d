import { allRows, countRows, type Db, execute, firstRow, sql } from '../../platform/db/db.ts';
import type { AuthorRow } from '../users/index.ts';
import { isPublicStory } from './stories.policy.queries.ts';

/** Hides a public story; `own`: it is the reader's own, which stays shown. Undefined if there is no such story. */
export const hideStory = (
  db: Db,
  userId: string,
  storyId: string,
  now: Date,
): Promise<{ own: boolean } | undefined> =>
  firstRow<{ own: boolean }>(db)`
    with story as (
      select s.id, s.author_id = ${userId} as own from stories s where s.id = ${storyId} and ${isPublicStory()}),
    hidden as (
      insert into hidden_stories (user_id, story_id, created_at)
      select ${userId}, id, ${now} from story where not own
      on conflict do nothing)
    select own from story`;

export const unhideStory = (db: Db, userId: string, storyId: string): Promise<void> =>
  execute(db)`delete from hidden_stories where user_id = ${userId} and story_id = ${storyId}`;

export interface HiddenStoryRow {
  story_id: string;
  created_at: Date;
  /** Null while the story is not public. */
  story: { title: string; language: string; author: AuthorRow } | null;
}

/** One page of the stories that a reader hides, last hidden first, and their total number. */
export const listHidden = async (
  db: Db,
  userId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: HiddenStoryRow[]; total: number }> => {
  const rows = await allRows<HiddenStoryRow>(db)`
    select h.story_id, h.created_at, case when ${isPublicStory()} then json_build_object('title', s.title, 'language',
      s.language, 'author', json_build_object('id', u.id, 'username', u.username, 'display_name', u.display_name,
        'avatar', u.avatar)) end as story
    from hidden_stories h join stories s on s.id = h.story_id join users u on u.id = s.author_id
    where h.user_id = ${userId}
    order by h.created_at desc, h.story_id desc limit ${limit} offset ${(page - 1) * limit}`;
  return { rows, total: await countRows(db, sql`from hidden_stories where user_id = ${userId}`) };
};
