import { chapterName } from '@inkling/contract/chapter-title';
import { contentWarningNames } from '@inkling/contract/content-warnings';
import { filesPath } from '@inkling/contract/files';
import { notificationLimits } from '@inkling/contract/limits';
import type { Notification, NotificationKind } from '@inkling/contract/notifications';
import type { ReportSubject } from '@inkling/contract/reports';
import { excerptOf } from '../../platform/texts.ts';
import { isSpoilerFor } from '../chapters/index.ts';
import { planNoticeText } from '../plans/index.ts';
import type { EntryRow } from './notification-lists.queries.ts';
import type { Recipient } from './notifications.policy.queries.ts';

/** The newest person, and how many others. */
function peopleOf({ actor, people }: EntryRow): string {
  const name = actor?.displayName ?? '';
  if (people <= 1) return name;
  return people === 2 ? `${name} and 1 other person` : `${name} and ${people - 1} other people`;
}

const named = ({ community }: EntryRow): string => `“${community?.name ?? ''}”`;

/** What a notification is about, by title; posts by their community, since what they say can be folded. */
const subjectOf = ({ story, chapter, community, posts }: EntryRow): string => {
  if (community !== null) return `${posts > 1 ? 'posts' : 'a post'} in “${community.name}”`;
  return chapter === null
    ? `“${story?.title ?? ''}”`
    : `the chapter “${chapter.title}” of “${story?.title ?? ''}”`;
};

/** Where a reader who has begun the story goes on; null for others. */
const nextUnreadOf = ({ kind, is_begun, next_unread: next }: EntryRow) =>
  kind === 'chapters' && is_begun && next !== null
    ? { _id: next.id, title: next.title, chapterNumber: next.number }
    : null;

function chaptersText(row: EntryRow): string {
  const { count, story, chapter, actor, unread } = row;
  const title = `“${story?.title ?? ''}”`;
  if (row.is_new_story) return `New story by ${actor?.displayName ?? ''}: ${title}.`;
  const news =
    count === 1
      ? `New chapter of ${title}: “${chapter?.title ?? ''}”.`
      : `${count} new chapters of ${title}.`;
  const next = nextUnreadOf(row);
  return next === null ? news : `${news} Continue with ${chapterName(next)} · ${unread} unread`;
}

/** What a new story contains and is about. */
function blurbOf({ description, content_warnings: warnings }: EntryRow): string {
  const names = (warnings ?? []).map((warning) => contentWarningNames[warning]).join(', ');
  const blurb = excerptOf(description ?? '', notificationLimits.excerpt - 1);
  return names === '' ? blurb : `Content warnings: ${names}. ${blurb}`;
}

const importText = (row: EntryRow): string => {
  const name = `“${row.import?.fileName ?? ''}”`;
  if (row.import?.state === 'done') return `Your book ${name} was imported.`;
  return row.import?.state === 'review'
    ? `The import of your book ${name} isn’t finished. Open it to try again.`
    : `Your book ${name} couldn’t be imported.`;
};

function decisionText({ measure }: EntryRow): string {
  const community = measure?.community ? `“${measure.community}”` : 'a community';
  const team = measure?.isByModerator ? `The moderators of ${community}` : 'The site’s team';
  const { title = '', subjectKind: kind = null } = measure ?? {};
  const hasName = title !== '' && titledKinds.includes(kind);
  const about = hasName ? `“${title}”` : `your ${kind === null ? 'account' : (thingNames[kind] ?? kind)}`;
  if (measure?.state === 'ended')
    return measure.kind === 'suspend'
      ? 'Your suspension has ended.'
      : `The site’s team reversed ${measure.isByModerator ? 'a' : 'its'} decision about ${about}.`;
  if (measure?.state === 'answered') return 'The site’s team answered your appeal.';
  if (measure?.kind === 'suspend') return 'The site’s team suspended your account.';
  return measure?.kind === 'warn' ? `${team} sent you a warning.` : `${team} took down ${about}.`;
}

function requestText(row: EntryRow): string {
  const { name = '', count = 1 } = row.askers ?? {};
  const others = count === 2 ? '1 other person' : `${count - 1} other people`;
  return `${count === 1 ? `${name} asks` : `${name} and ${others} ask`} to join ${named(row)}.`;
}

const dateOf = (at: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));

function banText(row: EntryRow): string {
  if (row.ban === null) return `Your ban from ${named(row)} has ended.`;
  if (row.ban.isRefused) return `Your appeal of the ban from ${named(row)} was declined.`;
  return `You were banned from ${named(row)}${row.ban.until === null ? '' : ` until ${dateOf(row.ban.until)}`}.`;
}

/** The text that was held, and what it is on. */
function allowedOf(row: EntryRow): string {
  if (row.subject_id === row.post_id) return `post in ${named(row)}`;
  if (row.allowed === null) return `comment on ${subjectOf(row)}`;
  const { kind, name } = row.allowed;
  if (kind === 'review') return `review of ${subjectOf(row)}`;
  if (kind === 'note') return `note about ${subjectOf(row)}`;
  return kind === 'message' ? `message in the chat of ${subjectOf(row)}` : `${kind} “${name}”`;
}

/** What people call the things that can be reported, where that is not the kind's own name. */
const thingNames: Partial<Record<ReportSubject, string>> = {
  message: 'chat message',
  avatar: 'profile picture',
  reply: 'reply to a review',
  note: 'note to followers',
};
/** The kinds whose titles are names. */
const titledKinds: (ReportSubject | null)[] = [
  'story',
  'chapter',
  'post',
  'community',
  'collection',
  'series',
];

function outcomeText({ report }: EntryRow): string {
  const { subjectKind: kind, isActed } = report ?? {};
  const name = kind && (thingNames[kind] ?? kind);
  return isActed
    ? `Action was taken on the ${name} you reported.`
    : `The ${name} you reported wasn’t found to break the rules.`;
}

const texts: Record<NotificationKind, (row: EntryRow) => string> = {
  chapters: chaptersText,
  note: (row) =>
    `${peopleOf(row)} posted ${row.count === 1 ? 'a note' : `${row.count} notes`} about ${subjectOf(row)}.`,
  reply: (row) => `${peopleOf(row)} replied to you on ${subjectOf(row)}.`,
  mention: (row) => `${peopleOf(row)} mentioned you on ${subjectOf(row)}.`,
  comment: (row) =>
    row.count > row.people
      ? `${peopleOf(row)} left ${row.count} comments on ${subjectOf(row)}.`
      : `${peopleOf(row)} commented on ${subjectOf(row)}.`,
  review: (row) => `${peopleOf(row)} reviewed ${subjectOf(row)}.`,
  follower: (row) => `${peopleOf(row)} followed you.`,
  passage: (row) => `The author changed words you highlighted in ${subjectOf(row)}.`,
  schedule: (row) => `We couldn’t publish ${subjectOf(row)} as scheduled.`,
  import: importText,
  decision: decisionText,
  request: (row) =>
    row.community === null
      ? 'New accounts are waiting for your approval.'
      : row.is_appeal
        ? `Someone appealed their ban from ${named(row)}.`
        : requestText(row),
  accepted: (row) => `Your request to join ${named(row)} was accepted.`,
  declined: (row) => `Your request to join ${named(row)} was declined.`,
  moved: (row) => `${peopleOf(row)} has moved to another site. Their profile says where.`,
  founder: (row) => `You’re now the founder of ${named(row)}.`,
  ban: banText,
  plan: ({ plan }) => (plan === null ? '' : planNoticeText(plan)),
  post: (row) =>
    row.count > 1 ? `${row.count} new posts in ${named(row)}.` : `${peopleOf(row)} posted in ${named(row)}.`,
  allowed: (row) => `Your ${allowedOf(row)} was checked and is now visible.`,
  removed: (row) =>
    row.community === null
      ? `The author deleted ${row.count === 1 ? 'your comment' : `${row.count} of your comments`} on ${subjectOf(row)}.`
      : `The moderators of ${named(row)} deleted ${row.count === 1 ? 'something' : `${row.count} things`} you wrote there.`,
  outcome: outcomeText,
  fix: (row) => `Readers suggested fixes for ${subjectOf(row)}.`,
  beta: (row) => `Beta readers commented on ${subjectOf(row)}.`,
  fixed: (row) => `The author of ${subjectOf(row)} applied fixes you suggested.`,
  reported: (row) =>
    `Something ${row.community === null ? 'on this site' : `in ${named(row)}`} was reported or held for review.`,
};

function communityLink({ kind, subject_id, community, post_id, ban, count }: EntryRow): string {
  const place = `/community/${community?._id}`;
  if (kind === 'request' || kind === 'reported') return `${place}?tab=manage`;
  if (ban !== null) return '/settings#standing';
  if (post_id === null || kind === 'removed' || (kind === 'post' && count > 1)) return place;
  return `${place}/posts/${post_id}${subject_id === post_id ? '' : `?comment=${subject_id}`}`;
}

function linkOf(row: EntryRow): string {
  const { kind, subject_id, story, chapter, actor, import: book } = row;
  if (row.community !== null) return communityLink(row);
  if (kind === 'follower' || kind === 'moved') return `/profile/${encodeURIComponent(actor?.username ?? '')}`;
  if (kind === 'decision') return '/settings#standing';
  if (kind === 'plan') return '/store';
  if (kind === 'outcome') return '/settings#your-reports';
  if (kind === 'reported') return '/admin/reports';
  if (kind === 'request') return '/admin/registration';
  if (kind === 'fixed') return '/library/fixes';
  if (kind === 'fix' && story !== null) return `/write/${story._id}/fixes`;
  if (kind === 'beta' && story !== null) return `/write/${story._id}/beta-readers`;
  if (kind === 'import' && book?.state === 'review') return `/write/import/${book.id}`;
  if (kind === 'import' || kind === 'schedule') return story === null ? '/write' : `/write/${story._id}`;
  if (row.allowed !== null && row.allowed.name !== '') return `/${row.allowed.kind}/${subject_id}`;
  if (story === null) return '/notifications';
  if (kind === 'review' || row.allowed?.kind === 'review') return `/story/${story._id}?review=${subject_id}`;
  if (kind === 'chapters') {
    const next = nextUnreadOf(row);
    return next === null ? `/story/${story._id}` : `/reading/${story._id}/${next._id}`;
  }
  const place = chapter === null ? `/story/${story._id}` : `/reading/${story._id}/${chapter._id}`;
  return kind === 'passage' || kind === 'note' || kind === 'removed' || row.allowed !== null
    ? place
    : `${place}?comment=${subject_id}`;
}

/** Whether what the comment or post says is folded for the recipient. */
const isFoldedFor = (recipient: Recipient, { is_ahead, author_id, actor }: EntryRow): boolean =>
  isSpoilerFor(recipient, {
    isAhead: is_ahead,
    authorId: author_id ?? '',
    writerId: actor?._id ?? null,
  });

/** Why the recipient gets an entry; null where its text says so. */
function reasonOf({ kind, follows_story, actor, community }: EntryRow): string | null {
  if (kind === 'chapters') return `You follow ${follows_story ? 'this story' : (actor?.displayName ?? '')}`;
  if (kind === 'note') return 'You follow this story or its author';
  if (kind === 'post') return 'You’re a member of this community';
  if (kind === 'comment') return community === null ? 'You wrote this story' : 'You wrote this post';
  return kind === 'review' ? 'You wrote this story' : null;
}

/**
 * What an email adds to an entry: the author of new chapters, the title of the one post that it is about unless that is
 * folded for the recipient, why they get it, and the story's cover if this server has it.
 */
export const presentDetails = (recipient: Recipient, row: EntryRow) => ({
  author: row.kind === 'chapters' && !row.is_new_story ? (row.actor?.displayName ?? null) : null,
  postTitle: row.posts === 1 && !isFoldedFor(recipient, row) ? row.post_title || null : null,
  reason: reasonOf(row),
  cover: row.cover_image?.startsWith(filesPath) ? row.cover_image : null,
});

/** An entry as its recipient sees it; a comment that is folded for them comes without its excerpt. */
export function presentEntry(recipient: Recipient, row: EntryRow): Notification {
  const { id, kind, count, actor, story } = row;
  const next = nextUnreadOf(row);
  const chapter = next === null ? row.chapter : { _id: next._id, title: next.title };
  const isFolded = isFoldedFor(recipient, row);
  return {
    _id: id,
    kind,
    count,
    isRead: row.is_read,
    createdAt: new Date(row.created_at).toISOString(),
    actor,
    story,
    chapter,
    link: linkOf(row),
    text: texts[kind](row),
    excerpt: row.is_new_story
      ? blurbOf(row)
      : row.content === null || isFolded
        ? null
        : excerptOf(row.content, notificationLimits.excerpt - 1),
  };
}
