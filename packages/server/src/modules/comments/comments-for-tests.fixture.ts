import { readChapter } from '@inkling/contract/chapters';
import * as calls from '@inkling/contract/comments';
import { saveChapterProgress } from '@inkling/contract/library';
import { sql, transaction } from '../../platform/db/db.ts';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import type { Person, TestApp } from '../../testing/test-app.ts';
import { setSuspended } from '../users/index.ts';
import { withholdComments } from './index.ts';

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
    /** Suspends a person or, with null, lifts the suspension; they stay signed in. */
    suspend: ({ id }: Person, since: Date | null) =>
      transaction(site.ctx.db, async (tx) => {
        await setSuspended(tx, id, since);
        await withholdComments(tx, id);
      }),
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
      await site.runEvents();
      const { rows } = await sql`
        select 'removed without replies', p.id from comments p
        where p.removed_at is not null and not exists (select from comments r where r.parent_id = p.id)
        union all
        select 'withheld', k.id from comments k join users u on u.id = k.user_id
        where k.is_withheld <> (u.suspended_at is not null or u.deletion_due_at is not null)
        union all
        select 'of no subject', k.id from comments k where not exists (select from stories s where s.id = k.subject_id)
          and not exists (select from chapters c where c.id = k.subject_id)
        union all
        select 'left out', n.subject_id from comment_counts n join chapters c on c.id = n.subject_id
        where n.is_left_out = c.is_published`.execute(site.ctx.db);
      return [...(await wrongCounters(site.ctx.db)), ...rows];
    },
  };
}
