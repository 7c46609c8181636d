import { digestLimits, notificationLimits } from '@inkling/contract/limits';
import { withLinkSource } from '@inkling/contract/link-source';
import type { EmailList, Notification } from '@inkling/contract/notifications';
import type { EmailContent } from '../../platform/email/layout.ts';
import { excerptOf } from '../../platform/excerpt.ts';
import { salutation } from '../account/index.ts';
import type { CommentMilestone, StoryMilestone } from './digests.queries.ts';

/** What one email is about: the first entries, how many there are of all, and the likes. */
interface News {
  entries: Notification[];
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

/** What the subject says: the first story of which there is something new, by name. */
function newsOf({ entries, stories, comments }: News, count: number): string {
  const [first] = entries;
  const [about] = [...stories, ...entries.flatMap(({ story }) => story ?? []), ...comments];
  if (about === undefined) return countOf(count);
  const named = `“${excerptOf(about.title, 60)}”`;
  if (count > 1) return `${named} and ${(count - 1).toLocaleString('en')} more`;
  if (first?.kind !== 'chapters') return `${countOf(count)} about ${named}`;
  if (first.excerpt !== null) return `New story by ${first.actor?.displayName ?? ''}: ${named}`;
  return `${first.count === 1 ? 'New chapter' : `${first.count.toLocaleString('en')} new chapters`} of ${named}`;
}

/** An email about news (docs/product/digests.md#emails). `site` is the site's address, with which all links begin. */
export function digestEmail(
  list: EmailList,
  name: string,
  news: News,
  { site, unsubscribeUrl }: { site: string; unsubscribeUrl: string },
): EmailContent {
  const { entries, total, stories, comments } = news;
  const urlOf = (path: string) => site + withLinkSource(path, isCounted(path) ? 'mail' : null);
  const items = [
    ...stories.map((one) => ({
      text: likesText(one),
      detail: null,
      url: urlOf(`/story/${one.storyId}`),
    })),
    // Emails quote no reasons of moderators (docs/product/measures.md#the-person-concerned).
    ...entries.map(({ kind, text, excerpt, link }) => ({
      text,
      detail: kind === 'ban' ? null : excerpt,
      url: urlOf(link),
    })),
    ...comments.map((one) => ({
      text: commentLikesText(one),
      detail: excerptOf(one.content, notificationLimits.excerpt - 1),
      url: urlOf(commentPath(one)),
    })),
  ].slice(0, digestLimits.items);
  const count = total + stories.length + comments.length;
  const further = count - items.length;
  const { subject, why, unsubscribe } = texts[list];
  return {
    subject: subject(newsOf(news, count)),
    salutation: salutation(name),
    paragraphs: [],
    items,
    action: {
      label: further === 0 ? 'See your notifications' : `See ${further.toLocaleString('en')} more`,
      url: `${site}/notifications`,
    },
    notes: [why],
    links: [
      { label: 'Choose what we email you about and when', url: `${site}/notifications?settings` },
      { label: unsubscribe, url: unsubscribeUrl },
    ],
  };
}
