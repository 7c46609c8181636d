import { sql } from '../../platform/db/db.ts';
import type { PersonalPart } from '../../platform/personal-data.ts';

/** The rows go with the chapter. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'writing',
      what: 'The links for beta readers that you create: for which chapter, when, and a hash from which they can’t be recovered',
      why: 'To show the chapter to those to whom you give the link.',
      seenBy: 'Only you see that there are any. We don’t store who opens them.',
      until: 'Until the night after they end or you revoke them.',
      columns: [],
    },
  ],
  lists: (userId) => ({
    'beta-links.json': sql`
      select l.chapter_id as "chapter", l.created_at as "createdAt", l.ends_at as "endsAt"
      from beta_links l join chapters c on c.id = l.chapter_id join stories s on s.id = c.story_id
      where s.author_id = ${userId} order by l.created_at, l.id`,
  }),
  async forget() {},
};
