import { sql } from '../../platform/db/db.ts';
import type { Subject, SubjectKind } from '../../platform/subjects.ts';
import { readerOf, visibleTo } from './chapters.policy.queries.ts';

/** Chapters, as things that people comment on and react to. */
export const chapterSubject: SubjectKind = {
  kind: 'chapter',
  name: 'Chapter',
  select(id, viewerId, isLocked, site) {
    const { chapter, isAhead } = visibleTo(
      viewerId === null ? null : readerOf(site, { id: viewerId }),
      'link',
    );
    return sql<Subject>`
      select c.id, s.id as parent_id, s.author_id as owner_id, s.author_id as writer_id, false as is_hidden,
        s.author_id is not distinct from ${viewerId}::uuid as is_moderator,
        s.is_published and c.is_published as is_public, c.is_published as takes_comments,
        s.is_published as takes_likes, null as refusal, ${isAhead} as is_ahead
      from chapters c join stories s on s.id = c.story_id where c.id = ${id} and ${chapter}
      ${isLocked ? sql`for share of c` : sql``}`;
  },
};

/** Selects the ids of a person's stories and their chapters: what is said about them goes with the account. */
export const ownSubjects = (authorId: string) => sql`
  select id from stories where author_id = ${authorId}
  union all
  select c.id from chapters c join stories s on s.id = c.story_id where s.author_id = ${authorId}`;
