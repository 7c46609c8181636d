import { firstRow } from '../../platform/db/db.ts';
import type { ReportableKind, ReportedThing } from '../../platform/reportable.ts';
import { takeDownComment } from './comment-counts.queries.ts';
import { findSubject } from './comments.queries.ts';

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
};
