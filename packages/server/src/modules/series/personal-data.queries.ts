import { sql } from '../../platform/db/db.ts';
import type { PersonalPart } from '../../platform/personal-data.ts';

/** An author's series. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'writing',
      what: 'Your series, and which of your stories are in them',
      why: 'To show readers which stories belong together, and in what order.',
      seenBy: 'Everyone, once a story in them is published. They see only the published stories.',
      until: 'Until you delete them or your account.',
      columns: ['series.author_id', 'series_stories.author_id'],
    },
  ],
  lists: (userId) => ({
    'series.json': sql`select r.id, r.name, r.description, r.created_at as "createdAt", r.updated_at as "updatedAt",
          (select coalesce(json_agg(json_build_object('id', s.id, 'title', s.title) order by m.position), '[]')
            from series_stories m join stories s on s.id = m.story_id where m.series_id = r.id) as stories
        from series r where r.author_id = ${userId} order by r.id`,
  }),
};
