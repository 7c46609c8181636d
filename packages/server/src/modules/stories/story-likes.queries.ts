import { sql } from '../../platform/db/db.ts';
import { likeCounter } from '../../platform/likes.queries.ts';
import './stories.table.ts';

export const storyLikes = likeCounter({
  name: 'Story',
  entities: 'stories',
  likes: 'story_likes',
  foreignKey: 'story_id',
  published: (id) =>
    sql`select id, likes from stories where id = ${id} and is_published and deleted_at is null`,
});
