import { sql } from '../../platform/db/db.ts';
import type { PersonalPart } from '../../platform/personal-data.ts';

/** What belongs to an author goes with the story, what an account wrote with the account. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'writing',
      what: 'The links for beta readers that you create: their chapters, names and dates, and a hash from which they can’t be recovered; and the comments beta readers write through them, with the names they type',
      why: 'To show the chapters to the people you give the link to, and their comments to you.',
      seenBy: 'Only you, and the other beta readers of a link if you choose to let them.',
      until:
        'Until the night after they expire or you revoke them; links with comments for 90 more days, unless you delete the story.',
      columns: [],
    },
    {
      topic: 'people',
      what: 'That you opened a link for beta readers while signed in, which version of each chapter you last read, and your comments',
      why: 'To show you what has changed since, and to show the author your comments.',
      seenBy:
        'Your comments: you, the author of the story, and the other beta readers of the link if the author lets them. The rest: only you.',
      until: 'Until the link is deleted, at most 90 days after it ends, or you delete your account.',
      columns: ['beta_readers.user_id'],
      notExported: {
        'beta_comments.reader_id': 'It refers to a row of beta_readers.',
        'beta_reads.reader_id': 'It refers to a row of beta_readers.',
      },
    },
    {
      topic: 'visitors',
      what: 'If you open a link for beta readers without an account: a hash of a random secret that your browser keeps, which version of each chapter you last read, and your comments with the name you type',
      why: 'To show you what has changed since, to show the author your comments, and so that only you can change them.',
      seenBy:
        'Your comments and your name: the author of the story, and the other beta readers of the link if the author lets them. The rest: no one.',
      until: 'Until the link is deleted, at most 90 days after it ends.',
      columns: [],
    },
  ],
  lists: (userId) => ({
    'beta-links.json': sql`
      select l.story_id as "story", l.label, l.comments, l.created_at as "createdAt", l.ends_at as "endsAt",
        array(select k.chapter_id from beta_link_chapters k where k.link_id = l.id order by 1) as chapters
      from beta_links l join stories s on s.id = l.story_id
      where s.author_id = ${userId} order by l.created_at, l.id`,
    'beta-comments-received.json': sql`
      select m.chapter_id as "chapter", coalesce(nullif(r.name, ''), u.username) as "name", m.quote, m.text,
        m.is_resolved as "isResolved", m.created_at as "createdAt"
      from beta_links l join stories s on s.id = l.story_id join beta_comments m on m.link_id = l.id
      join beta_readers r on r.id = m.reader_id left join users u on u.id = r.user_id
      where s.author_id = ${userId} order by m.created_at, m.id`,
    'beta-comments-written.json': sql`
      select m.chapter_id as "chapter", r.name, m.quote, m.text, m.created_at as "createdAt"
      from beta_readers r join beta_comments m on m.reader_id = r.id
      where r.user_id = ${userId} order by m.created_at, m.id`,
    'beta-chapters-read.json': sql`
      select d.chapter_id as "chapter", d.version
      from beta_readers r join beta_reads d on d.reader_id = r.id
      where r.user_id = ${userId} order by d.chapter_id`,
  }),
};
