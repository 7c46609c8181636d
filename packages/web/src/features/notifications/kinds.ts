import type { MutableKind, NotificationKind } from '@inkling/contract/notifications';
import {
  AtSign,
  BookOpen,
  CalendarX,
  FileInput,
  Gavel,
  Highlighter,
  type LucideIcon,
  MessageSquare,
  Reply,
  Star,
  UserRoundPlus,
} from 'lucide-react';

/** The kinds of notifications, in the order in which they are listed. */
export const kinds: Record<NotificationKind, { name: string; icon: LucideIcon }> = {
  chapters: { name: 'New chapters', icon: BookOpen },
  reply: { name: 'Replies', icon: Reply },
  mention: { name: 'Mentions', icon: AtSign },
  comment: { name: 'Comments on your stories', icon: MessageSquare },
  review: { name: 'Reviews of your stories', icon: Star },
  follower: { name: 'New followers', icon: UserRoundPlus },
  passage: { name: 'Changed highlights', icon: Highlighter },
  schedule: { name: 'Scheduled chapters', icon: CalendarX },
  import: { name: 'Imports', icon: FileInput },
  decision: { name: 'Decisions', icon: Gavel },
};

export const allKinds = Object.keys(kinds) as NotificationKind[];

export const isKind = (value: string | null): value is NotificationKind =>
  value !== null && Object.hasOwn(kinds, value);

/** Decisions cannot be muted. */
export const mutableKinds = allKinds.filter((kind): kind is MutableKind => kind !== 'decision');
