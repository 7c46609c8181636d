import { sql } from '../../platform/db/db.ts';
import { type PersonalPart, untilRemoved } from '../../platform/personal-data.ts';
import { isReadableBy } from '../stories/index.ts';
import { isSharedCollection } from './collections.policy.queries.ts';

/** A person's collections and those that they saved; titles and names only of what they may still see. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'people',
      what: 'Your collections, and those you save',
      why: 'To let you organize and share what you like.',
      seenBy:
        'You choose for each collection: only you, everyone with the link, or everyone. Only you see which ones you save.',
      until: untilRemoved,
      columns: ['collections.owner_id', 'saved_collections.user_id'],
    },
  ],
  lists: (userId) => ({
    'collections.json': sql`select c.id, c.name, c.description, c.visibility, c.created_at as "createdAt", c.updated_at as "updatedAt",
          (select coalesce(json_agg(json_build_object('id', cs.story_id, 'addedAt', cs.added_at, 'note', cs.note,
              'title', case when ${isReadableBy(userId)} then s.title end) order by cs.rank), '[]')
            from collection_stories cs left join stories s on s.id = cs.story_id
            where cs.collection_id = c.id) as stories
        from collections c where c.owner_id = ${userId} order by c.id`,
    'saved-collections.json': sql`select json_build_object('id', c.id, 'name', case when ${isSharedCollection()} then c.name end) as collection,
          v.created_at as "savedAt"
        from saved_collections v join collections c on c.id = v.collection_id join users u on u.id = c.owner_id
        where v.user_id = ${userId} order by v.created_at, v.collection_id`,
  }),
  async forget(_ctx, tx, { id }) {
    await tx.deleteFrom('saved_collections').where('user_id', '=', id).execute();
    await tx.deleteFrom('collections').where('owner_id', '=', id).execute();
  },
};
