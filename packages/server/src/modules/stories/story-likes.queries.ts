import { sql } from '../../platform/db/db.ts';
import { likeCounter } from '../../platform/likes.queries.ts';
import { isPublicStory } from './stories.policy.queries.ts';
import './stories.table.ts';

export const storyLikes = likeCounter({
  name: 'Story',
  entities: 'stories',
  likes: 'story_likes',
  foreignKey: 'story_id',
  choices: 'story_like_choices',
  published: (id) => sql`select s.id, s.likes from stories s where s.id = ${id} and ${isPublicStory()}`,
});
