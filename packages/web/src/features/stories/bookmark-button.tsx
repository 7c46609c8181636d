import type { Story } from '@inkling/contract/stories';
import { Bookmark } from 'lucide-react';
import { useConnection } from '../../lib/use-connection.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useBookmark } from './stories.api.ts';

type Saved = Pick<Story, '_id' | 'isBookmarked' | 'title'>;
const iconClass = (on: boolean): string => (on ? 'saved-mark' : '');

interface ButtonProps {
  story: Saved;
  /** On all phones the icon alone, not only on the narrowest. */
  small?: boolean;
}

/** Saves a story to the library or removes it. */
export function BookmarkButton({ story, small = false }: ButtonProps) {
  const bookmark = useBookmark(story);
  return (
    <Button
      variant="quiet"
      title="Bookmark a story to save it to your library. Follow it to hear about new chapters."
      aria-pressed={bookmark.on}
      aria-busy={bookmark.busy}
      onClick={bookmark.toggle}
    >
      <Bookmark aria-hidden="true" className={`size-5 ${iconClass(bookmark.on)}`} />
      <span className={small ? 'max-sm:sr-only' : 'max-[24rem]:sr-only'}>
        {bookmark.on ? 'Bookmarked' : 'Bookmark'}
      </span>
    </Button>
  );
}

interface IconProps {
  story: Saved;
  /** For a list that the story then leaves. */
  onRemoved?: (undo: () => void) => void;
}

/** The same as an icon button. */
export function BookmarkIcon({ story, onRemoved }: IconProps) {
  const bookmark = useBookmark(story, (isBookmarked, undo) => {
    if (!isBookmarked) onRemoved?.(undo);
  });
  return (
    <IconButton
      icon={Bookmark}
      iconClass={iconClass(bookmark.on)}
      label={bookmark.on ? `Remove the bookmark from ${story.title}` : `Bookmark ${story.title}`}
      aria-pressed={bookmark.on}
      aria-busy={bookmark.busy}
      disabled={useConnection() !== 'online'}
      onClick={bookmark.toggle}
    />
  );
}
