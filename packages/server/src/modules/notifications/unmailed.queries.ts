import { digestLimits } from '@inkling/contract/limits';
import type { EmailTopic } from '@inkling/contract/notifications';
import { day } from '../../platform/clock.ts';
import { type Db, execute, firstRow, sql } from '../../platform/db/db.ts';
import { announced, selectChapterNews } from './chapter-news.queries.ts';
import type { Unmailed } from './notification-lists.queries.ts';
import { isShownNow, type Recipient, topicOf, withSubjects } from './notifications.policy.queries.ts';

/** What was in no email, is not too old and not read, is of these kinds, and may be shown to the recipient now. */
export async function findUnmailed(
  db: Db,
  recipient: Recipient,
  kinds: EmailTopic[],
  now: Date,
): Promise<Unmailed> {
  const since = new Date(now.getTime() - digestLimits.days * day);
  const news = kinds.includes('chapters')
    ? sql`array(select story_id from (${selectChapterNews(recipient, now, undefined, since)}) news)`
    : sql`'{}'::uuid[]`;
  const found = await firstRow<Omit<Unmailed, 'since'>>(db)`
    select ${news} as "storyIds", array(
      select n.id from notifications n ${withSubjects}
      where n.user_id = ${recipient.id} and ${topicOf} = any(${kinds}::text[]) and n.read_at is null
        and n.mailed_at is null and n.created_at > ${since} and ${isShownNow(recipient)}) as ids`;
  return { ids: found?.ids ?? [], storyIds: found?.storyIds ?? [], since };
}

/** What was in an email is in no other one. `now` is the time at which it was found. */
export async function markMailed(
  tx: Db,
  userId: string,
  { ids, storyIds }: Unmailed,
  now: Date,
): Promise<void> {
  await execute(tx)`
    update notifications set mailed_at = ${now} where user_id = ${userId} and id = any(${ids}::uuid[])
      and created_at <= ${now}`;
  await execute(tx)`
    insert into chapter_news (user_id, story_id, mailed_until)
    select ${userId}, story_id, ${announced(now).until} from unnest(${storyIds}::uuid[]) as story_id order by story_id
    on conflict (user_id, story_id) do update set mailed_until = excluded.mailed_until`;
}
