import { sql } from '../../platform/db/db.ts';
import type { PersonalPart } from '../../platform/personal-data.ts';
import { deleteRowsOfAuthor, forgetViews, rawDays, viewerKeyOf } from './raw-rows.queries.ts';
import { noChapter } from './views.queries.ts';

/** The stories and chapters that a person has opened, under the hash of their account. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'visitors',
      what: 'Which stories and chapters you open and when, where you came from, the kind of your device and the country of your time zone, stored under a hash',
      why: 'To count each view once a day, and to show authors how many people read their stories, and where they come from. Readers with an account are counted by a hash of their account, visitors by one of their network address and a random number that changes every day and is deleted two days later. If your reading history is off, or your browser asks not to be tracked (Sec-GPC or DNT), only the view itself is counted.',
      seenBy:
        'No one. Everyone sees the number of views. Authors see more numbers; by country and device only of groups of readers.',
      until: `${rawDays} days, or until you erase your reading times, or delete your reading history or your account. Then only the numbers remain.`,
      columns: ['analytics_views.viewer', 'analytics_readers.viewer'],
      notExported: {
        'visitor_view_counts.viewer':
          'a counter under a salted hash of a visitor’s IP address; visitors have no account',
        'analytics_views.is_member': 'whether a viewer has an account; the export has those that are yours',
        'analytics_groups.author_id':
          'numbers of the readers of an author, without any reader; their dashboard has them',
      },
    },
  ],
  lists: (userId) => ({
    'opened-pages.json': sql`
      select json_build_object('id', v.story_id, 'title', case when s.is_published then s.title end) as story,
        nullif(v.chapter_id, ${noChapter}::uuid) as "chapterId", v.at, v.source, v.device, v.country
      from analytics_views v left join stories s on s.id = v.story_id
      where v.viewer = ${viewerKeyOf(userId)} and v.is_member order by v.at, v.story_id, v.chapter_id`,
    'counted-as-reader.json': sql`
      select json_build_object('id', r.story_id, 'title', case when s.is_published then s.title end) as story,
        r.period, r.starts_on::text as "startsOn"
      from analytics_readers r join stories s on s.id = r.story_id
      where r.viewer = ${viewerKeyOf(userId)} order by r.starts_on, r.period, r.story_id`,
  }),
  async forget(_ctx, tx, { id }) {
    await forgetViews(tx, { userId: id });
    await deleteRowsOfAuthor(tx, id);
  },
};
