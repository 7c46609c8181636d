import { firstRow, sql } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { likeCounter } from '../../platform/likes.queries.ts';
import { type Block, blockWith, requireUnblocked } from '../users/index.ts';
import { addActivity } from './activity.queries.ts';
import { storyLiked } from './stories.events.ts';
import { isPublicStory } from './stories.policy.queries.ts';

export const storyLikes = likeCounter({
  name: 'Story',
  entities: 'story_counts',
  key: 'story_id',
  likes: 'story_likes',
  foreignKey: 'story_id',
  choices: 'story_like_choices',
  async onChange(ctx, tx, { id, userId, at, by }) {
    await addActivity(tx, [{ storyId: id, userId, at, by }]);
    if (by > 0) await emit(ctx, tx, storyLiked, { storyId: id, likerId: userId });
  },
  published: (id) => sql`
    select s.id, counts.likes from stories s join story_counts counts on counts.story_id = s.id
    where s.id = ${id} and ${isPublicStory()}`,
  async requireLikable({ db }, viewer, id) {
    const row = await firstRow<{ block: Block | null }>(db)`
      select ${blockWith(viewer.id, sql`s.author_id`)} as block from stories s where s.id = ${id} and ${isPublicStory()}`;
    requireUnblocked(row?.block ?? null, 'like this story');
  },
});
