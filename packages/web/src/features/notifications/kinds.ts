import {
  type EmailSchedule,
  type EmailTopic,
  firstSchedule,
  type MutableKind,
  mutedAtFirst,
  type NotificationKind,
} from '@inkling/contract/notifications';
import {
  AtSign,
  Ban,
  BookOpen,
  BookOpenCheck,
  CalendarX,
  CreditCard,
  Crown,
  FileInput,
  Flag,
  Gavel,
  Highlighter,
  type LucideIcon,
  Megaphone,
  MessageSquare,
  Newspaper,
  Reply,
  ShieldAlert,
  ShieldCheck,
  Signpost,
  Sparkles,
  SpellCheck,
  Star,
  Trash2,
  UserRoundCheck,
  UserRoundPlus,
  UserRoundX,
} from 'lucide-react';

/** The kinds of notifications, in the order in which they are listed. */
export const kinds: Record<NotificationKind, { name: string; icon: LucideIcon }> = {
  chapters: { name: 'New chapters', icon: BookOpen },
  note: { name: 'Notes from authors', icon: Megaphone },
  reply: { name: 'Replies', icon: Reply },
  mention: { name: 'Mentions', icon: AtSign },
  comment: { name: 'Comments on your stories and posts', icon: MessageSquare },
  review: { name: 'Reviews of your stories', icon: Star },
  follower: { name: 'New followers', icon: UserRoundPlus },
  passage: { name: 'Changed highlights', icon: Highlighter },
  schedule: { name: 'Scheduling problems', icon: CalendarX },
  import: { name: 'Imports', icon: FileInput },
  decision: { name: 'Moderation decisions', icon: Gavel },
  post: { name: 'New posts in your communities', icon: Newspaper },
  request: { name: 'Requests to join communities or the site', icon: UserRoundPlus },
  accepted: { name: 'Your accepted requests to join', icon: UserRoundCheck },
  declined: { name: 'Your declined requests to join', icon: UserRoundX },
  founder: { name: 'Communities you become the founder of', icon: Crown },
  moved: { name: 'Authors who moved to another site', icon: Signpost },
  ban: { name: 'Bans from communities', icon: Ban },
  plan: { name: 'Your plan and payments', icon: CreditCard },
  allowed: { name: 'Your held texts, once they’re allowed', icon: ShieldCheck },
  removed: { name: 'Your posts and comments that others deleted', icon: Trash2 },
  outcome: { name: 'Outcomes of your reports', icon: Flag },
  fix: { name: 'Fixes that readers suggest for your stories', icon: SpellCheck },
  fixed: { name: 'Your suggested fixes that authors applied', icon: Sparkles },
  beta: { name: 'Comments from your beta readers', icon: BookOpenCheck },
  reported: { name: 'Reports and held texts to review', icon: ShieldAlert },
};

export const allKinds = Object.keys(kinds) as NotificationKind[];

export const isKind = (value: string | null): value is NotificationKind =>
  value !== null && Object.hasOwn(kinds, value);

const likes = 'Likes on your stories and comments';

/** Rows of the settings by what a person does here: what they are about, and their name. */
export const topicGroups: { title: string; rows: { topics: EmailTopic[]; name: string }[] }[] = [
  {
    title: 'What you read',
    rows: [
      { topics: ['chapters'], name: 'New chapters and notes from authors' },
      ...rowsOf('reply', 'mention', 'passage', 'fixed', 'follower', 'moved'),
    ],
  },
  {
    title: 'What you write',
    rows: [
      ...rowsOf('comment', 'review', 'fix', 'beta', 'schedule', 'import'),
      { topics: ['likes'], name: likes },
    ],
  },
  {
    title: 'Communities and reports',
    rows: [
      ...rowsOf('post'),
      { topics: ['accepted', 'declined'], name: 'Answers to your requests to join' },
      ...rowsOf('founder', 'ban', 'allowed', 'removed', 'outcome'),
    ],
  },
  { title: 'What you moderate', rows: rowsOf('request', 'reported') },
  { title: 'Your account', rows: rowsOf('decision') },
];

function rowsOf(...listed: Exclude<NotificationKind, 'plan' | 'note'>[]) {
  return listed.map((kind) => ({ topics: [kind], name: kinds[kind].name }));
}

/** Choices for all kinds at once. */
export const presets: Record<
  'quiet' | 'usual' | 'everything',
  { name: string; meaning: string; mutes: MutableKind[]; scheduleOf: (topic: EmailTopic) => EmailSchedule }
> = {
  quiet: {
    name: 'Quiet',
    meaning: 'New chapters, replies, mentions, and what you need to know. No emails.',
    mutes: ['comment', 'review', 'follower', 'passage', 'allowed'],
    scheduleOf: () => 'never',
  },
  usual: {
    name: 'Usual',
    meaning: 'All but changed highlights. A daily email about new chapters, a weekly one about the rest.',
    mutes: mutedAtFirst,
    scheduleOf: firstSchedule,
  },
  everything: {
    name: 'Everything',
    meaning: 'All of it in Inkling, and an email about each thing right away.',
    mutes: [],
    scheduleOf: (topic) => (topic === 'likes' ? 'daily' : 'now'),
  },
};

/** Decisions cannot be muted. */
export const isMutable = (topic: EmailTopic): topic is MutableKind =>
  topic !== 'decision' && topic !== 'likes';

/** When there is an email about something. Likes come in digests only. */
export const schedules: [EmailSchedule, string][] = [
  ['now', 'Instantly'],
  ['daily', 'Daily'],
  ['weekly', 'Weekly'],
  ['never', 'Never'],
];
