import { firstRow, sql } from '../../platform/db/db.ts';
import { likeCounter } from '../../platform/likes.queries.ts';
import { type Block, blockWith, requireUnblocked } from '../users/index.ts';
import { isPublicChapter } from './chapters.policy.queries.ts';

export const chapterLikes = likeCounter({
  name: 'Chapter',
  entities: 'chapters',
  likes: 'chapter_likes',
  foreignKey: 'chapter_id',
  published: (id) => sql`
    select c.id, c.likes from chapters c join stories s on s.id = c.story_id
    where c.id = ${id} and ${isPublicChapter()}`,
  async requireLikable(db, viewer, id) {
    const row = await firstRow<{ block: Block | null }>(db)`
      select ${blockWith(viewer.id, sql`s.author_id`)} as block from chapters c join stories s on s.id = c.story_id
      where c.id = ${id} and ${isPublicChapter()}`;
    requireUnblocked(row?.block ?? null, 'like this chapter');
  },
});
