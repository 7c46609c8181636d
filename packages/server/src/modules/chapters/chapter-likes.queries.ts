import { notFound } from '../../platform/app-error.ts';
import { firstRow, sql } from '../../platform/db/db.ts';
import { likeCounter } from '../../platform/likes.queries.ts';
import { type Block, blockWith, requireUnblocked } from '../users/index.ts';
import { isListedChapter, readerOf, visibleTo } from './chapters.policy.queries.ts';

export const chapterLikes = likeCounter({
  name: 'Chapter',
  entities: 'chapters',
  likes: 'chapter_likes',
  foreignKey: 'chapter_id',
  published: (id) => sql`
    select c.id, c.likes from chapters c join stories s on s.id = c.story_id
    where c.id = ${id} and ${isListedChapter()}`,
  async requireLikable(ctx, viewer, id) {
    const row = await firstRow<{ block: Block | null }>(ctx.db)`
      select ${blockWith(viewer.id, sql`s.author_id`)} as block from chapters c join stories s on s.id = c.story_id
      where c.id = ${id} and ${visibleTo(readerOf(ctx, viewer), 'library').chapter}`;
    if (row === undefined) throw notFound('Chapter');
    requireUnblocked(row.block, 'like this chapter');
  },
});
