import { sql } from '../../platform/db/db.ts';
import { type PersonalPart, untilRemoved } from '../../platform/personal-data.ts';
import { forgetOwnSubjects, withdrawReactions } from './reactions.queries.ts';

/** A person's reactions; titles only of what they may still see. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'people',
      what: 'Your reactions to stories and chapters',
      why: 'To show authors and readers how a text is received.',
      seenBy: 'Only you. Others see the numbers.',
      until: untilRemoved,
      columns: ['reactions.user_id'],
    },
  ],
  lists: (userId) => ({
    'reactions.json': sql`select json_build_object('id', s.id,
            'title', case when s.is_published and s.deleted_at is null then s.title end) as story,
          case when c.id is not null then json_build_object('id', c.id,
            'title', case when s.is_published and s.deleted_at is null and c.is_published then c.title end)
          end as chapter, r.type, r.created_at as "createdAt", r.updated_at as "updatedAt"
        from reactions r left join chapters c on c.id = r.subject_id
          join stories s on s.id = coalesce(c.story_id, r.subject_id)
        where r.user_id = ${userId} order by r.id`,
  }),
  forget: (_ctx, tx, { id }) => forgetOwnSubjects(tx, id),
  async withdraw(tx, userId) {
    await withdrawReactions(tx, userId);
  },
};
