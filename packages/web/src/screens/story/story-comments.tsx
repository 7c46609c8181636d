import type { Story } from '@inkling/contract/stories';
import { useRef } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useNear } from '../../lib/use-near.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { useQueryString } from '../../lib/use-query-string.ts';
import { TextSkeleton } from '../../ui/skeleton.tsx';

const pending = <TextSkeleton lines={12} />;

const Comments = lazyComponent(async () => (await import('../../features/comments/comments.tsx')).Comments, {
  fallback: pending,
});

/** The comments on a story, without those on its chapters; loaded after the page once the reader comes near. */
export function StoryComments({ story }: { story: Story }) {
  const section = useRef<HTMLElement>(null);
  const linkedId = useQueryString().get('comment');
  const [near, opened] = [useNear(section), useOpened()];
  return (
    <section ref={section} id="comments" aria-labelledby="comments-title" className="scroll-mt-6">
      <h2 id="comments-title" className="mb-4 font-serif text-2xl">
        Comments
      </h2>
      {(near && opened) || linkedId !== null ? (
        <Comments
          key={story._id}
          subject={{ kind: 'story', id: story._id }}
          author={story.author}
          linkedId={linkedId}
        />
      ) : (
        pending
      )}
    </section>
  );
}
