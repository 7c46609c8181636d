import type { ReadingStatus } from '@inkling/contract/library';
import { BookOpen, Check, CircleSlash, Pause } from 'lucide-react';

/** The statuses that a reader can choose for a story in the library. */
export const statuses = [
  { status: 'reading', name: 'Resume reading', Icon: BookOpen },
  { status: 'on_hold', name: 'Put on hold', Icon: Pause },
  { status: 'dropped', name: 'Drop', Icon: CircleSlash },
  { status: 'completed', name: 'Mark as completed', Icon: Check },
] as const;

/** Any other status may be set, but only what was set aside can be resumed. */
export const isOffered = (wanted: ReadingStatus, status: ReadingStatus): boolean =>
  wanted === 'reading' ? status === 'on_hold' || status === 'dropped' : wanted !== status;
