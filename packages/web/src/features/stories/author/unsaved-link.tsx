import type { UnsavedStory } from '@inkling/contract/stories';
import { PenLine } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { serverNow } from '../../../lib/server-time.ts';

const units = [
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

const format = new Intl.RelativeTimeFormat('en');

/** How long ago a moment of the server was, such as '5 minutes ago'. */
export function timeAgo(iso: string, now = serverNow()): string {
  const seconds = (now - Date.parse(iso)) / 1000;
  const unit = units.find(([, size]) => seconds >= size);
  return unit === undefined ? 'just now' : format.format(-Math.floor(seconds / unit[1]), unit[0]);
}

interface Props {
  storyId: string;
  unsaved: Pick<UnsavedStory, 'chapter' | 'isNew' | 'updatedAt'>;
}

/** Says that there is unsaved text, and leads to its editor, also on top of a card that is a link. */
export const UnsavedLink = ({ storyId, unsaved: { chapter, isNew, updatedAt } }: Props) => (
  <Link
    to={paths.writeChapter(storyId, isNew ? 'new' : chapter)}
    className="relative inline-flex min-h-11 items-center gap-2 text-sm text-text underline"
  >
    <PenLine aria-hidden="true" className="size-4 shrink-0" />
    Unsaved changes, {timeAgo(updatedAt)}
  </Link>
);
