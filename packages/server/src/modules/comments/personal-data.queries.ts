import { sql } from '../../platform/db/db.ts';
import { type PersonalPart, untilRemoved, withAccount } from '../../platform/personal-data.ts';
import { ownSubjects, visibleTo } from '../chapters/index.ts';
import { forgetSubjects, lockWithParents, removeComments } from './comment-counts.queries.ts';
import { currentQuote } from './comment-lists.queries.ts';
import { commentLikes } from './comments.queries.ts';

/** What a comment `k` is on, with titles only of what the person may still see; the aliases are `s` and `c`. */
function subjectFor(userId: string) {
  const visible = visibleTo({ id: userId }, 'link');
  return sql`case when s.id is not null then json_build_object('id', s.id,
      'title', case when ${visible.story} then s.title end) end as story,
    case when c.id is not null then json_build_object('id', c.id,
      'title', case when ${visible.listed} then c.title end) end as chapter,
    case when k.subject_kind = 'post' then k.subject_id end as post`;
}

/** The number, from 1, of a comment's paragraph in the chapter's text, which other sites have with other ids. */
const paragraphNumber = sql`
  (select array_position(v.paragraph_ids, k.paragraph) from chapter_versions v
    where v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version)`;

/** The story `s` and the chapter `c` of a comment `k`. */
const subjects = sql`left join chapters c on c.id = k.subject_id left join stories s on s.id = coalesce(c.story_id, k.subject_id)`;

/** A person's comments and replies, and the comments that they like. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'people',
      what: 'Your comments, and the comments you like',
      why: 'To let people talk about stories and posts.',
      seenBy: 'Everyone who can read the story or post sees your comments. Likes are only counted.',
      until: untilRemoved,
      columns: ['comments.user_id', 'comment_likes.user_id'],
    },
    {
      topic: 'security',
      what: 'The times of your latest comments, and hashes of their texts',
      why: 'To prevent spam.',
      seenBy: 'No one.',
      until: withAccount,
      columns: [],
      notExported: {
        'commenters.user_id':
          'the times and hashes of the comments of the last minute; comments are exported',
      },
    },
  ],
  lists: (userId) => ({
    'comments.json': sql`select k.id, ${subjectFor(userId)}, k.parent_id as "replyTo", k.paragraph, ${paragraphNumber} as "paragraphNumber",
          case when ${visibleTo({ id: userId }, 'link').chapter} then ${currentQuote} end as quote, k.content, k.likes,
          k.created_at as "createdAt", k.edited_at as "editedAt"
        from comments k ${subjects} where k.user_id = ${userId} order by k.id`,
    'liked-comments.json': sql`select k.id as comment, ${subjectFor(userId)}, l.created_at as since
        from comment_likes l join comments k on k.id = l.comment_id ${subjects}
        where l.user_id = ${userId} order by l.created_at, l.comment_id`,
  }),
  forget: (_ctx, tx, { id }) => forgetSubjects(tx, ownSubjects(id)),
  async withdraw(tx, userId) {
    await lockWithParents(
      tx,
      sql`select id from comments where user_id = ${userId}
        union select comment_id from comment_likes where user_id = ${userId}`,
    );
    await commentLikes.withdraw(tx, userId);
    await removeComments(tx, 'user_id', userId, null);
    await tx.deleteFrom('commenters').where('user_id', '=', userId).execute();
  },
};
