import type {
  DecisionKind,
  QueueEntry,
  ReportReason,
  ReportStatus,
  ReportSubject,
} from '@inkling/contract/reports';
import { pluralize } from '../../lib/format.ts';

/** What can be reported, in the middle of a sentence. */
export const subjectNames: Record<ReportSubject, string> = {
  story: 'story',
  chapter: 'chapter',
  comment: 'comment',
  review: 'review',
  reply: 'reply',
  message: 'chat message',
  post: 'post',
  community: 'community',
  collection: 'collection',
  series: 'series',
  note: 'note to followers',
  profile: 'profile',
  cover: 'cover',
  avatar: 'profile picture',
};

const isSubject = (kind: string): kind is ReportSubject => Object.hasOwn(subjectNames, kind);

/** The name of a kind of subject, at the beginning of a line. */
export function subjectLabel(kind: string): string {
  const name = isSubject(kind) ? subjectNames[kind] : kind;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export const reasonNames: Record<ReportReason, string> = {
  copied: 'Copied from someone else',
  harassment: 'Harassment or bullying',
  hate: 'Hate',
  sexual: 'Sexual content that isn’t allowed',
  violence: 'Violence or threats',
  'self-harm': 'Suicide or self-harm',
  'private-data': 'Someone’s private information',
  impersonation: 'Pretends to be somebody else',
  spam: 'Spam or advertising',
  mislabelled: 'Wrong or missing labels',
  'undisclosed-ai': 'AI text that isn’t disclosed',
  other: 'Something else',
};

/** What became of a report, for the person who sent it. */
export const statusTexts: Record<ReportStatus, { name: string; meaning: string }> = {
  open: { name: 'Open', meaning: 'It hasn’t been decided yet.' },
  acted: { name: 'Action taken', meaning: 'It was reviewed, and action was taken.' },
  dismissed: { name: 'No action', meaning: 'It wasn’t found to break the rules.' },
};

const decisionNames: Record<DecisionKind, string> = {
  dismiss: 'Dismissed',
  remove: 'Removed',
  warn: 'Warned',
  suspend: 'Suspended',
};

/** What became of an entry. */
export const outcomeOf = ({ decision, held }: Pick<QueueEntry, 'decision' | 'held'>): string | null =>
  decision === 'dismiss' && held !== null ? 'Allowed' : decision && decisionNames[decision];

const ordinals: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinalRule = new Intl.PluralRules('en', { type: 'ordinal' });

/** Why a text is held (docs/product/spam.md#holds). */
export function heldReason({ for: cause, number }: NonNullable<QueueEntry['held']>): string {
  if (cause === 'link')
    return `link from an account younger than ${number === 24 ? 'a day' : pluralize(number, 'hour')}`;
  const time = `${number}${ordinals[ordinalRule.select(number)] ?? 'th'}`;
  return `the same text for the ${time} time in 24 hours`;
}

/** What an entry is called: the title of what was reported, or its kind. */
export const entryTitle = ({ title, subjectKind }: Pick<QueueEntry, 'title' | 'subjectKind'>): string =>
  title === '' ? subjectLabel(subjectKind) : title;
