import type { Author } from '@inkling/contract/users';
import { SidePanel } from '../../ui/side-panel.tsx';
import { Comments } from './comments.tsx';

interface Props {
  storyId: string;
  chapterId: string;
  /** The author of the story. */
  author: Author;
  linkedId: string;
  onClose: () => void;
}

/**
 * The comments on a chapter, opened at the one that a link leads to. Beside the text, which stays where it was: scrolling
 * to its end would count as reading it.
 */
export function LinkedPanel({ storyId, chapterId, author, linkedId, onClose }: Props) {
  return (
    <SidePanel title="Comments" gap={56} otherwise="dialog" onClose={onClose}>
      <div className="min-h-[65dvh]">
        <Comments subject={{ kind: 'chapter', id: chapterId, storyId }} author={author} linkedId={linkedId} />
      </div>
    </SidePanel>
  );
}
