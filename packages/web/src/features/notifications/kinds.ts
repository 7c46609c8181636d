import type {
  EmailSchedule,
  EmailTopic,
  MutableKind,
  NotificationKind,
} from '@inkling/contract/notifications';
import {
  AtSign,
  Ban,
  BookOpen,
  CalendarX,
  CreditCard,
  FileInput,
  Flag,
  Gavel,
  Highlighter,
  type LucideIcon,
  MessageSquare,
  Newspaper,
  Reply,
  ShieldAlert,
  ShieldCheck,
  Star,
  Trash2,
  UserRoundCheck,
  UserRoundPlus,
  UserRoundX,
} from 'lucide-react';

/** The kinds of notifications, in the order in which they are listed. */
export const kinds: Record<NotificationKind, { name: string; icon: LucideIcon }> = {
  chapters: { name: 'New chapters', icon: BookOpen },
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
  request: { name: 'Requests to join your communities', icon: UserRoundPlus },
  accepted: { name: 'Your accepted requests to join', icon: UserRoundCheck },
  declined: { name: 'Your declined requests to join', icon: UserRoundX },
  ban: { name: 'Bans from communities', icon: Ban },
  plan: { name: 'Your plan and payments', icon: CreditCard },
  allowed: { name: 'Your reviewed posts and comments', icon: ShieldCheck },
  removed: { name: 'Your posts and comments that others deleted', icon: Trash2 },
  outcome: { name: 'Your reports', icon: Flag },
  reported: { name: 'Reported and held texts to review', icon: ShieldAlert },
};

export const allKinds = Object.keys(kinds) as NotificationKind[];

export const isKind = (value: string | null): value is NotificationKind =>
  value !== null && Object.hasOwn(kinds, value);

/** Decisions cannot be muted. */
export const isMutable = (topic: EmailTopic): topic is MutableKind =>
  topic !== 'decision' && topic !== 'likes';

/** What emails are about, in the order of the settings. */
export const topics: { topic: EmailTopic; name: string }[] = [
  ...allKinds.flatMap((topic) => (topic === 'plan' ? [] : { topic, name: kinds[topic].name })),
  { topic: 'likes', name: 'Likes on your stories and comments' },
];

/** When there is an email about something. Likes come in digests only. */
export const schedules: [EmailSchedule, string][] = [
  ['now', 'Instantly'],
  ['daily', 'Daily'],
  ['weekly', 'Weekly'],
  ['never', 'Never'],
];
