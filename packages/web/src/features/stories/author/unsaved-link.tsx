import type { UnsavedStory } from '@inkling/contract/stories';
import { PenLine } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { timeAgo } from './time-ago.ts';

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
