import { sql } from '../../platform/db/db.ts';
import { onlyYou, type PersonalPart, withAccount } from '../../platform/personal-data.ts';
import { cancelOpen } from './imports.queries.ts';
import { reviewDays } from './review.service.ts';

/** A person's imports: file names and results, and the book that waits for review. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'writing',
      what: 'For each book you import, the file’s name, when you imported it and the result, but not the file itself',
      why: 'To show you how the import went.',
      seenBy: onlyYou,
      until: `${withAccount} The book’s text waits for your review for up to ${reviewDays} days.`,
      columns: ['imports.user_id'],
    },
  ],
  lists: (userId) => ({
    'imports.json': sql`select id, file_name as "fileName", state, done, total, story_id as story, message,
          created_at as "createdAt", updated_at as "updatedAt"
        from imports where user_id = ${userId} order by id`,
    'import-in-review.json': sql`select p.title, p.volume, p.author_notes as "authorNotes",
          p.end_notes as "endNotes", p.content
        from import_pieces p join imports i on i.id = p.import_id
        where i.user_id = ${userId} order by p.import_id, p.piece`,
  }),
  /** A running import ends at its next step and saves nothing, since its last update is part of its transaction. */
  async stop(ctx, userId) {
    await cancelOpen(ctx.db, { user_id: userId }, ctx.clock.now());
  },
};
