import type { Story } from '@inkling/contract/stories';
import { useRef } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useNear } from '../../lib/use-near.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { useQueryString } from '../../lib/use-query-string.ts';
import { ReviewsSkeleton } from './reviews-skeleton.tsx';

const Reviews = lazyComponent(async () => (await import('./reviews.tsx')).Reviews, {
  fallback: ReviewsSkeleton,
});

/** The reviews of a story, loaded after the page once the reader comes near. A story that cannot be rated yet has none. */
export function ReviewSection({ story }: { story: Story }) {
  const section = useRef<HTMLElement>(null);
  const linkedId = useQueryString().get('review');
  const [near, opened] = [useNear(section), useOpened()];
  const { ratingsCount } = story.stats;
  if (ratingsCount === 0 && (!story.isPublished || story.chapterCount === 0)) return null;
  return (
    <section ref={section} id="reviews" aria-labelledby="reviews-title" className="scroll-mt-6">
      <h2 id="reviews-title" className="font-serif text-2xl">
        Reviews
      </h2>
      {(near && opened) || linkedId !== null ? (
        <Reviews story={story} linkedId={linkedId} />
      ) : (
        <ReviewsSkeleton story={story} />
      )}
    </section>
  );
}
