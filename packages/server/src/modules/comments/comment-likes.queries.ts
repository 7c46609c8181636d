import { sql } from '../../platform/db/db.ts';
import { likeCounter } from '../../platform/likes.queries.ts';
import { isPublicStory } from '../stories/index.ts';
import './comments.table.ts';

/** The comment is locked, so that it cannot be deleted while a like is added. */
export const commentLikes = likeCounter({
  name: 'Comment',
  entities: 'comments',
  likes: 'comment_likes',
  foreignKey: 'comment_id',
  published: (id) => sql`
    select k.id, k.likes from comments k join stories s on s.id = k.story_id
    left join chapters c on c.id = k.chapter_id
    where k.id = ${id} and k.is_shown and ${isPublicStory()} and (k.chapter_id is null or c.is_published)
    for no key update of k`,
});
