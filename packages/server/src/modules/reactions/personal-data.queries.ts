import { sql, streamRows } from '../../platform/db/db.ts';
import { jsonLines, type PersonalPart } from '../../platform/personal-data.ts';
import { lockMarkedStories } from '../stories/index.ts';
import './reactions.table.ts';

/** A person's reactions; titles only of what they may still see. */
export const personalPart: PersonalPart = {
  exports: ['reactions.user_id'],
  forgets: ['reactions.user_id'],
  async *files(tx, userId) {
    const reactions = streamRows(
      tx,
      sql`select json_build_object('id', s.id,
            'title', case when s.is_published and s.deleted_at is null then s.title end) as story,
          case when c.id is not null then json_build_object('id', c.id,
            'title', case when s.is_published and s.deleted_at is null and c.is_published then c.title end)
          end as chapter, r.type, r.created_at as "createdAt", r.updated_at as "updatedAt"
        from reactions r join stories s on s.id = r.story_id left join chapters c on c.id = r.chapter_id
        where r.user_id = ${userId} order by r.id`,
    );
    yield { path: 'reactions.json', content: jsonLines(reactions) };
  },
  async forget() {},
  async withdraw(tx, userId) {
    await lockMarkedStories(tx, userId);
    await tx.deleteFrom('reactions').where('user_id', '=', userId).execute();
  },
};
