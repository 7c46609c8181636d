import { readChapter } from '@inkling/contract/chapters';
import * as calls from '@inkling/contract/comments';
import { saveChapterProgress } from '@inkling/contract/library';
import { sql } from 'kysely';
import { writing } from '../../testing/stories-for-tests.ts';
import type { Person, TestApp } from '../../testing/test-app.ts';
import { wrongCounters } from '../../testing/wrong-counters.ts';

type Target = Omit<calls.PostedComment, 'content'>;
export const idOf = (id: string) => ({ params: { id } });

/** What tests of comments do, through calls. */
export function commenting(site: TestApp) {
  const write = writing(site);
  const send = (who: Person | null, target: Target, content = 'Well lit.') =>
    site.as(who).call(calls.postComment, { body: { ...target, content } });
  return {
    send,
    async post(who: Person, target: Target, content?: string) {
      return (await send(who, target, content)).body.data;
    },
    async list(
      viewer: Person | null,
      query: {
        story?: string;
        chapter?: string;
        paragraph?: number;
        sort?: calls.CommentSort;
        page?: number;
        limit?: number;
        after?: string;
      },
    ) {
      return (await site.as(viewer).call(calls.listComments, { query })).body;
    },
    async get(viewer: Person | null, id: string) {
      return (await site.as(viewer).call(calls.getComment, idOf(id))).body.data;
    },
    remove: (who: Person, id: string) => site.as(who).call(calls.deleteComment, idOf(id)),
    like: (who: Person, id: string) => site.as(who).call(calls.likeComment, idOf(id)),
    /** Opens a chapter as a reader does, who has thereby reached it. */
    async reach(reader: Person, chapter: string) {
      await site.as(reader).call(saveChapterProgress, { ...idOf(chapter), body: { progress: 10 } });
    },
    async chapter(reader: Person, id: string) {
      return (await site.as(reader).call(readChapter, idOf(id))).body.data;
    },
    /** A published story with its author and the ids of its chapters. */
    async story(chapters = 1) {
      const author = await site.person();
      const published = await write.published(author, { chapters });
      const ids = published.chapters.map(({ _id }) => _id);
      return { author, story: published.story._id, chapters: ids, chapter: ids[0] ?? '' };
    },
    /** Where a counter differs from the rows that it counts: nowhere. */
    async wrongCounters(): Promise<unknown[]> {
      const { rows } = await sql`
        select 'removed without replies', p.id from comments p
        where p.removed_at is not null and not exists (select from comments r where r.parent_id = p.id)
        union all
        select 'withheld', k.id from comments k join users u on u.id = k.user_id
        where k.is_withheld <> (u.suspended_at is not null or u.deletion_due_at is not null)
        union all
        select 'like of another story', l.comment_id from comment_likes l join comments k on k.id = l.comment_id
        where l.story_id <> k.story_id`.execute(site.ctx.db);
      return [...(await wrongCounters(site.ctx.db)), ...rows];
    },
  };
}
