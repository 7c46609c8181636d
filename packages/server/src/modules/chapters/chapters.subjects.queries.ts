import { AppError } from '../../platform/app-error.ts';
import { firstRow, sql } from '../../platform/db/db.ts';
import type { ReportableKind, ReportedThing } from '../../platform/reportable.ts';
import type { Subject, SubjectKind } from '../../platform/subjects.ts';
import {
  publishChapters,
  reinstateChapter,
  requirePublishable,
  takeDownChapter,
} from './chapter-publishing.ts';
import { readerOf, visibleTo } from './chapters.policy.queries.ts';
import { findChapter, lockChapter, updateChapter } from './chapters.queries.ts';

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

/** Chapters; a removed one is a draft that its author cannot publish. */
export const reportableChapter: ReportableKind = {
  kind: 'chapter',
  name: 'Chapter',
  find(ctx, db, id, viewerId) {
    const isVisible =
      viewerId === null
        ? sql`c.deleted_at is null and s.deleted_at is null`
        : visibleTo(readerOf(ctx, { id: viewerId }), 'link').chapter;
    return firstRow<ReportedThing>(db)`
      select s.author_id as "personId", c.title,
        concat_ws(E'\n', nullif(v.author_notes, ''), v.content, nullif(v.end_notes, '')) as text, null as image, s.title as context,
        '/reading/' || s.id || '/' || c.id as link, null as "communityId"
      from chapters c join stories s on s.id = c.story_id
      join chapter_versions v on v.chapter_id = c.id and v.version = c.version where c.id = ${id} and ${isVisible}`;
  },
  async remove(ctx, tx, id, reason) {
    const chapter = await lockChapter(tx, id);
    if (chapter === undefined) return null;
    await takeDownChapter(ctx, tx, { id, storyId: chapter.story_id }, reason ?? '');
    return chapter.takedown_reason === null ? { wasPublished: chapter.is_published } : null;
  },
  setReason: async (_ctx, tx, id, reason) => void (await updateChapter(tx, id, { takedown_reason: reason })),
  async restore(ctx, tx, id, { wasPublished }) {
    const storyId = (await lockChapter(tx, id))?.story_id;
    if (storyId === undefined) return;
    await reinstateChapter(tx, { id, storyId });
    const chapter = await findChapter(tx, id);
    if (chapter === undefined || wasPublished !== true) return;
    try {
      await requirePublishable(ctx, tx, chapter, chapter.word_count);
    } catch (error) {
      // Its author has changed it since, so that it cannot be published: it stays a draft.
      if (error instanceof AppError) return;
      throw error;
    }
    await publishChapters(ctx, tx, { id: storyId, author_id: chapter.author_id }, [chapter]);
  },
};
