import { sql } from '../../platform/db/db.ts';
import { onlyYou, type PersonalPart } from '../../platform/personal-data.ts';

/** Which stories an admin has picked. The picks outlive the account, without the name. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'writing',
      what: 'If you are an administrator, the stories you picked for the home page',
      why: 'To know who picked them.',
      seenBy: onlyYou,
      until: 'Until the pick is removed or you delete your account.',
      columns: ['story_picks.picked_by'],
    },
  ],
  lists: (userId) => ({
    'picked-stories.json': sql`select p.list, json_build_object('id', s.id, 'title', case when s.is_published then s.title end) as story,
          p.picked_at as "pickedAt"
        from story_picks p join stories s on s.id = p.story_id where p.picked_by = ${userId}
        order by p.list, p.picked_at, p.story_id`,
  }),
  async forget(_ctx, tx, { id }) {
    await tx.updateTable('story_picks').set({ picked_by: null }).where('picked_by', '=', id).execute();
  },
};
