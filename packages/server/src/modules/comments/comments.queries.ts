import type { AppContext } from '../../platform/context.ts';
import { allRows, type Db, execute, firstRow, firstValue, sql, type TableRow } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { likeCounter } from '../../platform/likes.queries.ts';
import type { ReportableKind, ReportedThing } from '../../platform/reportable.ts';
import { type Subject, subjectKind } from '../../platform/subjects.ts';
import { type Block, blockWith, listHiddenTo } from '../users/index.ts';
import { type Change, changeColumns, countChanges, takeDownComment } from './comment-counts.queries.ts';
import { isHiddenComment, isOwnHeld } from './comment-lists.queries.ts';
import { commentAdded, commentChanged } from './comments.events.ts';
import { mentionedIn } from './mentions.queries.ts';

/** A subject as its comments need it: access, counts, and how the viewer relates to it. */
export interface CommentSubject extends Subject {
  kind: string;
  /** How many comments the list has, without the pinned one. */
  listed: number;
  /** Comments and replies. */
  shown: number;
  is_closed: boolean;
  /** Between the viewer and the writer. */
  block: Block | null;
}

/** A subject if the viewer may read it; `isLocked` as for `SubjectKind`. */
export const findSubject = (
  { db, modules, clock, config }: Pick<AppContext, 'db' | 'modules' | 'clock' | 'config'>,
  kind: string,
  id: string,
  viewerId: string | null,
  isLocked = false,
): Promise<CommentSubject | undefined> =>
  firstRow<CommentSubject>(db)`
    select s.*, ${kind} as kind, coalesce(n.listed, 0) as listed, coalesce(n.shown, 0) as shown,
      s.refusal is not distinct from 'closed'
        or exists (select from closed_comments c where c.subject_id in (s.id, s.parent_id)) as is_closed,
      ${blockWith(viewerId, sql`s.writer_id`)} as block
    from (${subjectKind({ modules }, kind).select(id, viewerId, isLocked, { clock, config })}) s
    left join comment_counts n on n.subject_id = s.id`;

/** What kind of thing a comment is on. */
export const findKind = (db: Db, id: string): Promise<string | undefined> =>
  firstValue<string>(db)`select subject_kind as kind from comments where id = ${id}`;

/** A published story and its published chapters, or only one of these: whether comments are closed there. */
export const listClosable = (db: Db, storyId: string, chapterId: string | null) =>
  allRows<{ storyId: string; chapterId: string | null; isClosed: boolean }>(db)`
    select s.id as "storyId", p.id as "chapterId",
      exists (select from closed_comments c where c.subject_id in (s.id, p.id)) as "isClosed"
    from stories s, lateral (
      select null::uuid as id where ${chapterId}::uuid is null
      union all
      select h.id from chapters h
      where h.story_id = s.id and h.is_published and h.id = coalesce(${chapterId}, h.id)) p
    where s.id = ${storyId} and s.is_published and s.deleted_at is null`;

/** Closes or opens the comments of a subject; idempotent. */
export const setClosed = (tx: Db, subjectId: string, isClosed: boolean) =>
  (isClosed
    ? sql`insert into closed_comments (subject_id) values (${subjectId}) on conflict do nothing`
    : sql`delete from closed_comments where subject_id = ${subjectId}`
  ).execute(tx);

/** A comment that is about to be changed or replied to. */
export type LockedComment = Pick<
  TableRow<'comments'>,
  'id' | 'subject_kind' | 'subject_id' | 'parent_id' | 'user_id' | 'content' | 'is_shown' | 'is_pinned'
> & {
  /** Whether its writer is hidden from the viewer. */
  is_hidden: boolean;
  /** Whether it is the viewer's and held. */
  is_own_held: boolean;
};

/** Locks a comment until the transaction ends, and, if it is a reply, the comment that it replies to. */
export const lockComment = async (
  tx: Db,
  id: string,
  viewerId: string,
): Promise<LockedComment | undefined> => {
  const rows = await allRows<LockedComment>(tx)`
    select id, subject_kind, subject_id, parent_id, user_id, content, is_shown, is_pinned,
      ${isHiddenComment(viewerId)} as is_hidden, ${isOwnHeld(viewerId)} as is_own_held
    from comments k
    where id = ${id} or id = (select parent_id from comments where id = ${id})
    order by id for no key update`;
  return rows.find((row) => row.id === id);
};

/** Changes the text of a comment. */
export const updateContent = (tx: Db, id: string, content: string, now: Date): Promise<void> =>
  execute(tx)`
    update comments set content = ${content}, mentioned = ${mentionedIn(content)}, edited_at = ${now} where id = ${id}`;

/** The comments and replies of a subject, to which nobody can add before the transaction ends. */
export const lockShown = async (tx: Db, subjectId: string): Promise<number> =>
  (await firstValue<number>(tx)`
    select shown from comment_counts where subject_id = ${subjectId} for no key update`) ?? 0;

/** Pins a comment of a subject in place of the one that is pinned there; with null, unpins that one. */
export const setPinned = async (tx: Db, subjectId: string, id: string | null): Promise<void> => {
  const unpinned = await allRows<Change>(tx)`
    update comments set is_pinned = false where subject_id = ${subjectId} and is_pinned
    returning ${changeColumns}`;
  const pinned = await allRows<Change>(tx)`
    update comments set is_pinned = true where id = ${id} returning ${changeColumns}`;
  await countChanges(tx, [...unpinned, ...pinned]);
};

/** The service locks a comment and checks that it may be liked. */
export const commentLikes = likeCounter({
  name: 'Comment',
  entities: 'comments',
  likes: 'comment_likes',
  foreignKey: 'comment_id',
  published: (id) => sql`select id, likes from comments where id = ${id}`,
});

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
