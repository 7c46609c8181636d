import { firstRow } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import type { ReportableKind, ReportedThing } from '../../platform/reportable.ts';
import { listHiddenTo } from '../users/index.ts';
import { takeDownComment } from './comment-counts.queries.ts';
import { commentAdded, commentChanged } from './comments.events.ts';
import { findSubject, lockShown } from './comments.queries.ts';

interface ReportedComment extends ReportedThing {
  subject_kind: string;
  subject_id: string;
  is_shown: boolean;
}

/** Comments and replies; of a removed one readers see no more than of a deleted one. */
export const reportableComment: ReportableKind = {
  kind: 'comment',
  name: 'Comment',
  async find(ctx, db, id, viewerId) {
    const comment = await firstRow<ReportedComment>(db)`
      select k.user_id as "personId", k.content as text, null as image, coalesce(s.title, p.title, '') as context, 'A comment' as title,
        case k.subject_kind when 'story' then '/story/' || k.subject_id || '?comment=' || k.id
          when 'chapter' then '/reading/' || k.root_id || '/' || k.subject_id || '?comment=' || k.id
          when 'post' then '/community/' || p.community_id || '/posts/' || p.id end as link,
        p.community_id as "communityId", k.subject_kind, k.subject_id, k.is_shown
      from comments k left join stories s on s.id = k.root_id
      left join community_posts p on k.subject_kind = 'post' and p.id = k.subject_id where k.id = ${id} and k.removed_at is null`;
    if (comment === undefined) return undefined;
    const { subject_kind, subject_id, is_shown, ...thing } = comment;
    if (viewerId === null) return thing;
    const subject = is_shown && (await findSubject({ ...ctx, db }, subject_kind, subject_id, viewerId));
    return subject ? thing : undefined;
  },
  remove: async (ctx, tx, id) => ((await takeDownComment(tx, id, ctx.clock.now())) ? {} : null),
  restore: async (_ctx, tx, id) => void (await takeDownComment(tx, id, null)),
  async announce(ctx, tx, id, isUnseen) {
    const comment = await firstRow<{ kind: string; subject_id: string; user_id: string; is_reply: boolean }>(
      tx,
    )`
      select subject_kind as kind, subject_id, user_id, parent_id is not null as is_reply
      from comments where id = ${id} and is_shown`;
    if (comment === undefined) return;
    const { kind, subject_id: subjectId, user_id: writerId, is_reply: isReply } = comment;
    const subject = await findSubject({ ...ctx, db: tx }, kind, subjectId, writerId);
    if (subject === undefined) return;
    const { parent_id, is_public: isPublic } = subject;
    const commentsCount = await lockShown(tx, subjectId);
    const fields = { commentId: id, subjectId, rootId: parent_id ?? subjectId, commentsCount, isPublic };
    const live = ctx.live.exceptPeople(await listHiddenTo(tx, writerId));
    if (isUnseen) await emit({ ...ctx, live }, tx, commentAdded, { ...fields, writerId, isReply });
    else await emit({ ...ctx, live }, tx, commentChanged, fields);
  },
};
