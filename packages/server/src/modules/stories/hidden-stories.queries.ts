import type { HiddenStory } from '@inkling/contract/hidden-stories';
import { allRows, countRows, type Db, execute, firstRow, isoTime, sql } from '../../platform/db/db.ts';
import { authorJson } from '../users/index.ts';
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

/** One page of the stories that a reader hides, last hidden first, and how many all pages have. */
export const listHidden = async (
  db: Db,
  userId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: HiddenStory[]; total: number }> => {
  const rows = await allRows<HiddenStory>(db)`
    select h.story_id as "storyId", ${isoTime('h.created_at')} as "hiddenAt", case when ${isPublicStory()} then
      json_build_object('title', s.title, 'language', s.language, 'author', ${authorJson('u')}) end as story
    from hidden_stories h join stories s on s.id = h.story_id join users u on u.id = s.author_id
    where h.user_id = ${userId}
    order by h.created_at desc, h.story_id desc limit ${limit} offset ${(page - 1) * limit}`;
  return { rows, total: await countRows(db, sql`from hidden_stories where user_id = ${userId}`) };
};
