import { sql } from '../../platform/db/db.ts';
import { onlyYou, type PersonalPart, withAccount } from '../../platform/personal-data.ts';

/** Titles only of what the reader may still see; of an unpublished story only its id. */
const story = sql`json_build_object('id', r.story_id, 'title', case when s.is_published or s.author_id = r.user_id then s.title end)`;
const chapter = sql`json_build_object('id', c.id, 'title',
  case when (s.is_published and c.is_published) or s.author_id = r.user_id then c.title end)`;

/** A reader's library, with what can be restored to it, positions, reading days and reading history. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'reading',
      what: 'Your library with your notes, and your place in each chapter',
      why: 'To let you pick up where you left off.',
      seenBy: onlyYou,
      until:
        'Until you remove a story or delete your account. What you removed can be restored for a day; then it is erased.',
      columns: ['library_entries.user_id', 'removed_library_entries.user_id', 'reading_positions.user_id'],
    },
    {
      topic: 'reading',
      what: 'How many words and chapters you read each day',
      why: 'To show you your streaks, statistics and achievements.',
      seenBy:
        'Only you. Others see the achievements that you show, and your place in the leaderboard if you are listed.',
      until: withAccount,
      columns: ['reading_days.user_id'],
    },
    {
      topic: 'reading',
      what: 'Your reading history, unless you switch it off',
      why: 'To help you find what you have read.',
      seenBy: onlyYou,
      until: 'Until you delete it or your account.',
      columns: ['reading_history.user_id'],
    },
  ],
  lists: (userId) => ({
    'library.json': sql`select ${story} as story, r.status, r.progress, r.is_bookmarked as "isBookmarked",
          r.bookmarked_at as "bookmarkedAt", r.unbookmarked_at as "unbookmarkedAt", r.note, r.last_read_at as "lastRead", r.last_chapter_id as "lastChapter",
          r.caught_up_at as "caughtUpAt", r.started_at as "startedAt", r.created_at as "createdAt"
        from library_entries r left join stories s on s.id = r.story_id where r.user_id = ${userId} order by r.id`,
    'removed-from-library.json': sql`select ${story} as story, r.removed_at as "removedAt", r.entry - 'user_id' as entry
        from removed_library_entries r left join stories s on s.id = r.story_id
        where r.user_id = ${userId} order by r.removed_at, r.story_id`,
    'reading-positions.json': sql`select ${story} as story, ${chapter} as chapter, r.progress, r.furthest, r.paragraph,
          r.char_offset as "offset", r.version, r.updated_at as "updatedAt"
        from reading_positions r join chapters c on c.id = r.chapter_id join stories s on s.id = r.story_id
        where r.user_id = ${userId} order by r.story_id, r.chapter_id`,
    'reading-days.json': sql`select day::text as day, words, chapters from reading_days where user_id = ${userId} order by day`,
    'reading-history.json': sql`select r.day::text as day, ${story} as story,
          json_build_object('id', r.chapter_id, 'title', case when s.is_published and c.is_published then c.title end)
            as chapter, r.read_at as "readAt"
        from reading_history r left join stories s on s.id = r.story_id left join chapters c on c.id = r.chapter_id
        where r.user_id = ${userId} order by r.day, r.read_at`,
  }),
};
