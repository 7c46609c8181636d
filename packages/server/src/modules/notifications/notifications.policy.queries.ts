import { mutedAtFirst } from '@inkling/contract/notifications';
import { type RawBuilder, sql } from '../../platform/db/db.ts';
import { type Reader, visibleTo } from '../chapters/index.ts';
import {
  isAskedToModerate,
  isCommunity,
  isFoundedBy,
  isInCommunity,
  isOutsideCommunity,
  isReadablePost,
} from '../communities/index.ts';
import { planNoticeJson } from '../plans/index.ts';
import { isWaitingFor } from '../reports/index.ts';
import type { ListViewer } from '../stories/index.ts';
import { isHiddenFrom, isPublicPerson } from '../users/index.ts';

/** A person to whom notifications are shown or sent, with what they hide from lists. */
export type Recipient = NonNullable<ListViewer> & Reader;

/** The kinds that a person has muted. */
export const mutedKinds = ({ id }: Pick<Recipient, 'id'>) => sql`
  coalesce((select o.muted_kinds from notification_settings o where o.user_id = ${id}), ${mutedAtFirst}::text[])`;

export const isMutedKind = (recipient: Pick<Recipient, 'id'>, kind: RawBuilder<unknown>) =>
  sql<boolean>`${kind} = any(${mutedKinds(recipient)})`;

/** What the notification `n` is chosen as: a note to followers as new chapters are. */
export const topicOf = sql`case n.kind when 'note' then 'chapters' else n.kind end`;

/** What belongs to the notification `n`: the story `s`, the chapter `c` and the person `u` who did it. */
export const withSubjects = sql`
  left join stories s on s.id = n.story_id left join chapters c on c.id = n.chapter_id
  left join users u on u.id = n.actor_id`;

/** Whether the author of the story `s` is neither suspended nor hidden. */
export const hasActiveAuthor = sql<boolean>`exists (
  select from users u where u.id = s.author_id and u.suspended_at is null and ${isPublicPerson('u')})`;

/** Whether others see the review, chat message, series, note or collection that the notification `n` is about. */
const isShownText = sql`(
  exists (select from ratings r where r.id = n.subject_id and r.review is not null and r.taken_down_at is null)
  or exists (select from chat_messages m where m.id = n.subject_id and m.text is not null and m.taken_down_at is null)
  or exists (select from story_notes t where t.id = n.subject_id and t.text is not null and t.taken_down_at is null)
  or exists (select from series r where r.id = n.subject_id and r.taken_down_at is null)
  or exists (select from collections f where f.id = n.subject_id and f.taken_down_at is null))`;

/**
 * Whether the notification `n`, joined `withSubjects`, may be shown to its recipient now: the one rule of the list, of its
 * number, and of what is sent (docs/product/notifications.md#rights).
 */
export function isShownNow(recipient: Recipient) {
  const { story, chapter } = visibleTo(recipient, 'lists');
  const isOwn = sql`s.author_id = ${recipient.id} and s.deleted_at is null`;
  return sql<boolean>`(
    (n.story_id is null or (${story} and ${hasActiveAuthor}) or (${isOwn}))
    and (n.chapter_id is null or ${chapter} or (${isOwn} and c.deleted_at is null))
    and (n.actor_id is null or (${isPublicPerson('u')} and u.suspended_at is null and u.id is not null
      and not ${isHiddenFrom(recipient.id, sql`n.actor_id`)}))
    and case n.kind
      when 'review' then exists (select from ratings r where r.id = n.subject_id and r.review is not null)
      when 'follower' then exists (
        select from follows f where f.follower_id = n.actor_id and f.followed_id = n.user_id)
      when 'moved' then u.moved_to is not null
      when 'passage' then exists (
        select from annotations a where a.user_id = n.user_id and a.chapter_id = n.chapter_id
          and a.kind = 'highlight' and a.deleted_at is null and (a.is_text_changed or a.original_text is not null))
      when 'schedule' then exists (
        select from chapter_schedules d where d.story_id = c.story_id and d.chapter_id = c.id and d.problem is not null and not c.is_published)
      when 'import' then exists (
        select from imports i where i.id = n.subject_id and i.state in ('done', 'failed', 'review'))
      when 'decision' then exists (select from measures d where d.id = n.subject_id)
      when 'plan' then ${planNoticeJson(sql`n.user_id`, sql`n.subject_id`)} is not null
      when 'request' then case when n.community_id is not null then ${isAskedToModerate(sql`n.community_id`, recipient.id)}
        else exists (select from users d where d.id = n.user_id and d.is_admin)
          and exists (select from signup_requests q where q.refused_at is null) end
      when 'accepted' then ${isInCommunity(sql`n.community_id`, recipient.id)}
      when 'founder' then ${isFoundedBy(sql`n.community_id`, recipient.id)}
      when 'outcome' then exists (select from report_entries d where d.id = n.subject_id and d.closed_at is not null)
      when 'reported' then ${isWaitingFor(recipient.id, sql`n.community_id`)}
      when 'removed' then n.community_id is null or ${isCommunity(sql`n.community_id`)}
      when 'ban' then ${isCommunity(sql`n.community_id`)}
      when 'fix' then exists (select from fixes f where f.story_id = n.story_id and f.state = 'open'
        and not ${isHiddenFrom(recipient.id, sql`f.reader_id`)})
      when 'note' then exists (select from story_notes t
        where t.story_id = n.story_id and t.id = n.subject_id and t.text is not null and t.taken_down_at is null)
      when 'fixed' then exists (
        select from fixes f where f.reader_id = n.user_id and f.story_id = n.story_id and f.state = 'applied')
      when 'beta' then exists (
        select from beta_links l join beta_comments m on m.link_id = l.id and not m.is_resolved
        join beta_readers r on r.id = m.reader_id left join users u on u.id = r.user_id
        join chapters c on c.id = m.chapter_id and c.deleted_at is null
        where l.story_id = n.story_id and r.user_id is distinct from n.user_id and ${isPublicPerson('u')}
          and u.suspended_at is null and not ${isHiddenFrom(recipient.id, sql`r.user_id`)})
      when 'declined' then ${isOutsideCommunity(sql`n.community_id`, recipient.id)}
      else case when n.community_id is null then exists (select from comments k
          where k.id = n.subject_id and k.is_shown and k.subject_kind in ('story', 'chapter'))
          or n.kind = 'allowed' and ${isShownText}
        else ${isReadablePost(
          sql`n.subject_id, (select k.subject_id from comments k where k.id = n.subject_id and k.is_shown)`,
          recipient.id,
        )} end end
    and (n.kind in ('decision', 'plan') or (not ${isMutedKind(recipient, topicOf)} and not exists (
      select from chapter_news w where w.user_id = n.user_id and w.story_id = n.story_id and w.is_muted))))`;
}
