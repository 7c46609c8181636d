import { sql } from '../../platform/db/db.ts';
import type { PersonalPart } from '../../platform/personal-data.ts';

/** The rows go with the chapter. */
export const personalPart: PersonalPart = {
  stores: [],
  lists: (userId) => ({
    'beta-links.json': sql`
      select l.chapter_id as "chapter", l.created_at as "createdAt", l.ends_at as "endsAt"
      from beta_links l join chapters c on c.id = l.chapter_id join stories s on s.id = c.story_id
      where s.author_id = ${userId} order by l.created_at, l.id`,
  }),
  async forget() {},
};
