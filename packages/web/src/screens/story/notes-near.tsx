import type { Story } from '@inkling/contract/stories';
import { useRef } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useNear } from '../../lib/use-near.ts';
import { useOpened } from '../../lib/use-opened.ts';

const StoryNotes = lazyComponent(
  async () => (await import('../../features/story-notes/story-notes.tsx')).StoryNotes,
);

/** The author's notes to followers, loaded after the page. */
export function NotesNear({ story, isMine = false }: { story: Story; isMine?: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const [near, opened] = [useNear(place), useOpened()];
  return (
    <div ref={place}>
      {near && opened && <StoryNotes storyId={story._id} authorId={story.author._id} isMine={isMine} />}
    </div>
  );
}
