import type { Chapter } from '@inkling/contract/chapters';
import type { Author } from '@inkling/contract/users';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import type { Passage } from './passage.ts';

export interface PassageCommentsProps {
  /** The open chapter. */
  chapter: Pick<Chapter, '_id' | 'story'>;
  /** The author of the story. */
  author: Author;
  passage: Passage;
  /** Whether the reader wants to write about the passage, not to read what others wrote. */
  takesFocus?: boolean;
  onClose: () => void;
}

/** The comments on the paragraph of a passage, and a box for another one about the passage. Loaded when it is opened. */
export const PassageComments = lazyComponent<PassageCommentsProps>(
  async () => (await import('./passage-panel.tsx')).PassagePanel,
);
