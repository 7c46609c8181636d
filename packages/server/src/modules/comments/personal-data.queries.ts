import { type Db, sql, streamRows } from '../../platform/db/db.ts';
import { jsonLines, type PersonalPart } from '../../platform/personal-data.ts';
import { visibleTo } from '../chapters/index.ts';
import { lockMarkedStories } from '../stories/index.ts';
import { commentLikes } from './comment-likes.queries.ts';
import { deleteEmptied, removeWithReplies } from './comments.queries.ts';
import './comments.table.ts';

/** Titles only of stories and chapters that the person may still see; the aliases are `s` and `c`. */
function subjectFor(userId: string) {
  const visible = visibleTo({ id: userId }, 'link');
  return sql`json_build_object('id', s.id, 'title', case when ${visible.story} then s.title end) as story,
    case when c.id is not null then json_build_object('id', c.id,
      'title', case when ${visible.chapter} then c.title end) end as chapter`;
}

/** A person's comments and replies, and the comments that they like. */
export const personalPart: PersonalPart = {
  exports: ['comments.user_id', 'comment_likes.user_id'],
  forgets: ['comments.user_id', 'comment_likes.user_id', 'commenters.user_id'],
  async *files(tx, userId) {
    const comments = streamRows(
      tx,
      sql`select k.id, ${subjectFor(userId)}, k.parent_id as "replyTo", k.paragraph,
          case when ${visibleTo({ id: userId }, 'link').chapter} then k.quote end as quote, k.content, k.likes,
          k.created_at as "createdAt", k.edited_at as "editedAt"
        from comments k join stories s on s.id = k.story_id left join chapters c on c.id = k.chapter_id
        where k.user_id = ${userId} order by k.id`,
    );
    yield { path: 'comments.json', content: jsonLines(comments) };
    const likes = streamRows(
      tx,
      sql`select k.id as comment, ${subjectFor(userId)}, l.created_at as since
        from comment_likes l join comments k on k.id = l.comment_id join stories s on s.id = k.story_id
        left join chapters c on c.id = k.chapter_id
        where l.user_id = ${userId} order by l.created_at, l.comment_id`,
    );
    yield { path: 'liked-comments.json', content: jsonLines(likes) };
  },
  async forget() {},
  async withdraw(tx, userId) {
    const parents = await lockComments(tx, userId);
    await commentLikes.withdraw(tx, userId);
    const { rows } = await sql<{ id: string }>`select id from comments where user_id = ${userId}`.execute(tx);
    await removeWithReplies(
      tx,
      rows.map(({ id }) => id),
      null,
    );
    await tx.deleteFrom('comments').where('user_id', '=', userId).execute();
    await deleteEmptied(tx, parents);
    await tx.deleteFrom('commenters').where('user_id', '=', userId).execute();
  },
};

/**
 * Locks the stories that a person has commented on, then their comments, those that they reply to and those that they
 * like, in the order that all changes use. Returns the ids of those that they reply to.
 */
async function lockComments(tx: Db, userId: string): Promise<string[]> {
  await lockMarkedStories(tx, userId);
  const { rows } = await sql<{ parent_id: string }>`
    select distinct parent_id from comments where user_id = ${userId} and parent_id is not null`.execute(tx);
  const parents = rows.map(({ parent_id }) => parent_id);
  await sql`
    select from comments where id in (
      select id from comments where user_id = ${userId} union select unnest(${parents}::uuid[])
      union select comment_id from comment_likes where user_id = ${userId})
    order by id for update`.execute(tx);
  return parents;
}
