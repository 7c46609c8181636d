import { sql } from '../../platform/db/db.ts';
import type { Subject, SubjectKind } from '../../platform/subjects.ts';
import { isPublicStory, isReadableBy } from './stories.policy.queries.ts';

/** Stories, as things that people comment on and react to. Their rows are never locked for that. */
export const storySubject: SubjectKind = {
  kind: 'story',
  name: 'Story',
  select: (id, viewerId) => sql<Subject>`
    select s.id, null::uuid as parent_id, s.author_id as owner_id, s.author_id as writer_id, false as is_hidden,
      s.author_id is not distinct from ${viewerId}::uuid as is_moderator, s.is_published as is_public,
      true as takes_comments, s.is_published as takes_likes, null as refusal, false as is_ahead
    from stories s where s.id = ${id} and ${viewerId === null ? isPublicStory() : isReadableBy(viewerId)}`,
};
