import type {
  DecisionKind,
  QueueEntry,
  ReportReason,
  ReportStatus,
  ReportSubject,
} from '@inkling/contract/reports';

/** What can be reported, in the middle of a sentence. */
export const subjectNames: Record<ReportSubject, string> = {
  story: 'story',
  chapter: 'chapter',
  comment: 'comment',
  review: 'review',
  message: 'chat message',
  post: 'post',
  community: 'community',
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
  spam: 'Spam or advertising',
  mislabelled: 'Wrong or missing labels',
  other: 'Something else',
};

/** What became of a report, for the person who sent it. */
export const statusTexts: Record<ReportStatus, { name: string; meaning: string }> = {
  open: { name: 'Open', meaning: 'It hasn’t been decided yet.' },
  acted: { name: 'Action taken', meaning: 'Something was done about it.' },
  dismissed: { name: 'No action', meaning: 'Nothing was found against the rules.' },
};

export const decisionNames: Record<DecisionKind, string> = {
  dismiss: 'Dismissed',
  remove: 'Removed',
  warn: 'Warned',
  suspend: 'Suspended',
};

/** What an entry is called: the title of what was reported, or its kind. */
export const entryTitle = ({ title, subjectKind }: Pick<QueueEntry, 'title' | 'subjectKind'>): string =>
  title === '' ? subjectLabel(subjectKind) : title;
