import { sql } from '../../platform/db/db.ts';
import { likeCounter } from '../../platform/likes.queries.ts';
import { isPublicChapter } from './chapters.policy.queries.ts';

export const chapterLikes = likeCounter({
  name: 'Chapter',
  entities: 'chapters',
  likes: 'chapter_likes',
  foreignKey: 'chapter_id',
  published: (id) => sql`
    select c.id, c.likes from chapters c join stories s on s.id = c.story_id
    where c.id = ${id} and ${isPublicChapter()}`,
});
