import type { EndableList } from '@inkling/contract/digests';
import { digestLimits, notificationLimits } from '@inkling/contract/limits';
import { withLinkSource } from '@inkling/contract/link-source';
import {
  type EmailList,
  type EmailTopic,
  emailList,
  emailTopic,
  type Notification,
} from '@inkling/contract/notifications';
import { AppError } from '../../platform/app-error.ts';
import { publicUrl } from '../../platform/config.ts';
import type { AppContext } from '../../platform/context.ts';
import { dayIn, momentOf } from '../../platform/days.ts';
import { transaction } from '../../platform/db/db.ts';
import { siteName } from '../../platform/email/configured.ts';
import {
  AddressRefused,
  type EmailContent,
  type EmailItem,
  renderEmail,
} from '../../platform/email/email.ts';
import type { JobInfo } from '../../platform/jobs/jobs.ts';
import { excerptOf } from '../../platform/texts.ts';
import { recordDelivery, salutation } from '../account/index.ts';
import { readerOf } from '../chapters/index.ts';
import { stopEreaderEmail } from '../ereader-email/index.ts';
import {
  findUnmailed,
  listEntries,
  markMailed,
  presentDetails,
  presentEntry,
  schedulesOf,
  stopEmails,
} from '../notifications/index.ts';
import { zoneOfDays } from '../users/index.ts';
import type { CommentMilestone, StoryMilestone } from './digests.queries.ts';
import * as queries from './digests.queries.ts';

/** What one email is about: the first entries, how many there are of all, and the likes. */
interface News {
  entries: (Notification & ReturnType<typeof presentDetails>)[];
  total: number;
  stories: StoryMilestone[];
  comments: CommentMilestone[];
}

const texts: Record<EmailList, { subject: (what: string) => string; why: string; unsubscribe: string }> = {
  now: {
    subject: (what) => `${what} on Inkling`,
    why: 'You chose to be emailed about these notifications instantly.',
    unsubscribe: 'Unsubscribe from these emails',
  },
  daily: {
    subject: (what) => `Your day on Inkling: ${what}`,
    why: 'You get this email once a day when there’s something new.',
    unsubscribe: 'Unsubscribe from the daily digest',
  },
  weekly: {
    subject: (what) => `Your week on Inkling: ${what}`,
    why: 'You get this email once a week when there’s something new.',
    unsubscribe: 'Unsubscribe from the weekly digest',
  },
};

const likesText = ({ title, likes }: StoryMilestone): string =>
  likes === 1
    ? `“${title}” got its first like.`
    : `“${title}” and its chapters have reached ${likes.toLocaleString('en')} likes.`;

const commentLikesText = ({ title, likes }: CommentMilestone): string =>
  likes === 1
    ? `Your comment on “${title}” got its first like.`
    : `Your comment on “${title}” has reached ${likes.toLocaleString('en')} likes.`;

const commentPath = ({ storyId, chapterId, commentId }: CommentMilestone): string =>
  `${chapterId === null ? `/story/${storyId}` : `/reading/${storyId}/${chapterId}`}?comment=${commentId}`;

/** Pages whose views are counted by where their readers come from. */
const isCounted = (path: string): boolean => /^\/(?:story|reading)\//.test(path);

const countOf = (count: number): string =>
  count === 1 ? '1 new notification' : `${count.toLocaleString('en')} new notifications`;

/** Names one story, or two and how many more there are of `count`. */
function namesOf(titles: string[], count: number): string {
  const named = titles.slice(0, 2).map((title) => `“${excerptOf(title, 60)}”`);
  const more = count - named.length;
  if (more > 0) return `${named.join(', ')} and ${more.toLocaleString('en')} more`;
  return named.join(' and ');
}

/** Of new chapters, only a new story has an excerpt: its blurb. */
const isNewStory = ({ excerpt }: Notification): boolean => excerpt !== null;

const isOfChapters = ({ entries, stories, comments }: Omit<News, 'total'>): boolean =>
  stories.length + comments.length === 0 && entries.every(({ kind }) => kind === 'chapters');

/** What the subject says: the first stories of which there is something new, by name. */
function newsOf({ entries, stories, comments }: News, count: number): string {
  const [first] = entries;
  const about = [
    ...stories.map(({ storyId, title }) => ({ _id: storyId, title })),
    ...entries.flatMap(({ story }) => story ?? []),
    ...comments.map(({ storyId, title }) => ({ _id: storyId, title })),
  ];
  const titles = [...new Map(about.map(({ _id, title }) => [_id, title])).values()];
  if (titles.length === 0) return countOf(count);
  const names = namesOf(titles, count);
  if (count > 1 && !isOfChapters({ entries, stories, comments })) return names;
  if (count > 1) return entries.every(isNewStory) ? `New stories: ${names}` : `New chapters of ${names}`;
  if (first?.kind !== 'chapters') return `${countOf(count)} about ${names}`;
  if (isNewStory(first)) return `New story by ${first.actor?.displayName ?? ''}: ${names}`;
  return `${first.count === 1 ? 'New chapter' : `${first.count.toLocaleString('en')} new chapters`} of ${names}`;
}

/** An email about news (docs/product/digests.md#emails). `site` is the site's address, with which all links begin. */
function digestEmail(
  list: EmailList,
  name: string,
  news: News,
  { site, unsubscribeUrl }: { site: string; unsubscribeUrl: string },
): EmailContent {
  const { entries, total, stories, comments } = news;
  const urlOf = (path: string) => site + withLinkSource(path, isCounted(path) ? 'mail' : null);
  const items: EmailItem[] = [
    ...stories.map((one) => ({ text: likesText(one), details: [], url: urlOf(`/story/${one.storyId}`) })),
    // Emails quote no reasons of moderators (docs/product/measures.md#the-person-concerned).
    ...entries.map(({ kind, text, excerpt, link, author, postTitle, reason, cover, story }) => ({
      text,
      details: [
        author !== null && `by ${author}`,
        postTitle !== null && `“${postTitle}”`,
        kind !== 'ban' && excerpt,
      ].filter((line) => typeof line === 'string'),
      reason,
      // The same address as on the site, so that a picture says nothing about who opened the email.
      cover: cover === null ? null : { url: site + cover, alt: `Cover of “${story?.title ?? ''}”` },
      url: urlOf(link),
    })),
    ...comments.map((one) => ({
      text: commentLikesText(one),
      details: [excerptOf(one.content, notificationLimits.excerpt - 1)],
      url: urlOf(commentPath(one)),
    })),
  ].slice(0, digestLimits.items);
  const count = total + stories.length + comments.length;
  const further = count - items.length;
  const { subject, why, unsubscribe } = texts[list];
  return {
    subject: list !== 'now' && isOfChapters(news) ? newsOf(news, count) : subject(newsOf(news, count)),
    salutation: salutation(name),
    paragraphs: [],
    items,
    action: {
      label: further === 0 ? 'See your notifications' : `See ${further.toLocaleString('en')} more`,
      url: `${site}/notifications`,
    },
    notes: [why],
    links: [
      { label: 'Choose what we email you about and when', url: `${site}/settings#notifications` },
      { label: unsubscribe, url: unsubscribeUrl },
    ],
  };
}

/** The topics of a list, by the schedules that a person chose. */
const topicsOf = (chosen: queries.Addressee['schedules'], list: EmailList): EmailTopic[] => {
  const schedules = schedulesOf(chosen);
  return emailTopic.options.filter((topic) => schedules[topic] === list);
};

/**
 * Sends a person the news of a list, if there is any. What may be shown is decided here, not when the email was queued. What
 * was sent is marked after the mail server took it: if the process ends in between, the email is sent again, with the same
 * id (docs/product/digests.md#once).
 */
export async function sendNews(
  ctx: AppContext,
  person: queries.Addressee,
  list: EmailList,
  job: JobInfo,
): Promise<void> {
  const now = ctx.clock.now();
  const topics = topicsOf(person.schedules, list);
  // What could not be sent at once, as while the mail server was away, is in the daily digest.
  if (list === 'daily') topics.push(...topicsOf(person.schedules, 'now'));
  const recipient = readerOf(ctx, person);
  const unmailed = await findUnmailed(ctx.db, recipient, topics, now);
  const hasLikes = topics.includes('likes');
  const stories = hasLikes ? await queries.findStoryMilestones(ctx.db, person.id) : [];
  const comments = hasLikes ? await queries.findCommentMilestones(ctx.db, person) : [];
  const zone = zoneOfDays(person, now);
  const today = dayIn(zone, now);
  const at = { now, midnight: momentOf(zone, today, '00:00') };
  const page = { page: 1, limit: digestLimits.items, kind: null };
  const isEmpty = unmailed.ids.length + unmailed.storyIds.length === 0;
  const { rows, total } = isEmpty
    ? { rows: [], total: 0 }
    : await listEntries(ctx.db, recipient, at, { ...page, only: unmailed });
  if (total + stories.length + comments.length === 0) return;
  const site = publicUrl(ctx.config);
  const unsubscribeUrl = `${site}/unsubscribe/${queries.tokenOf(list, person)}`;
  const entries = rows.map((row) => ({ ...presentEntry(person, row), ...presentDetails(person, row) }));
  const content = digestEmail(
    list,
    person.name,
    { entries, total, stories, comments },
    { site, unsubscribeUrl },
  );
  const email = {
    to: person.email,
    subject: content.subject,
    id: job.id,
    unsubscribeUrl,
    ...renderEmail(content, { name: siteName, url: site }),
  };
  try {
    await ctx.email.send(email, job.signal);
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    await recordDelivery(ctx.db, person.id, person.email, false);
    return;
  }
  await transaction(ctx.db, async (tx) => {
    await markMailed(tx, person.id, unmailed, now);
    await queries.markMilestones(tx, stories, comments);
    await queries.countSent(tx, person.id, today.slice(0, 7));
    await recordDelivery(tx, person.id, person.email, true);
  });
}

const tokenPattern = new RegExp(
  `^(${emailList.options.join('|')}|ereader)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`,
);

/** Ends the emails of a link's list; idempotent. Throws NOT_FOUND for an unknown link. */
export async function unsubscribe(ctx: AppContext, token: string): Promise<{ list: EndableList }> {
  const [, name, key = ''] = tokenPattern.exec(token) ?? [];
  if (name === 'ereader' && (await stopEreaderEmail(ctx.db, key))) return { list: name };
  const list = emailList.safeParse(name).data;
  const person = list === undefined ? undefined : await queries.findSubscriber(ctx.db, key);
  if (list === undefined || person === undefined)
    throw new AppError(
      'NOT_FOUND',
      'This link isn’t valid. Sign in and choose your emails in your notification settings.',
    );
  await stopEmails(ctx.db, person.id, topicsOf(person.schedules, list));
  return { list };
}
