import { sql } from '../../platform/db/db.ts';
import { likeCounter } from '../../platform/likes.queries.ts';
import { isPublicStory } from './stories.policy.queries.ts';
import './stories.table.ts';

export const storyLikes = likeCounter({
  name: 'Story',
  entities: 'story_counts',
  key: 'story_id',
  likes: 'story_likes',
  foreignKey: 'story_id',
  choices: 'story_like_choices',
  published: (id) => sql`
    select s.id, counts.likes from stories s join story_counts counts on counts.story_id = s.id
    where s.id = ${id} and ${isPublicStory()}`,
});
