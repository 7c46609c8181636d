import type { Story } from '@inkling/contract/stories';
import { useRef } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useNear } from '../../lib/use-near.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { ReactionsSkeleton } from './reactions-skeleton.tsx';

const Reactions = lazyComponent(async () => (await import('./reactions.tsx')).Reactions, {
  fallback: <ReactionsSkeleton />,
});

interface Props {
  story: Story;
  /** The chapter that is reacted to; without one, the story. */
  chapterId?: string;
}

/** The reactions to a published story or chapter, loaded after the page once the reader comes near. */
export function ReactionSection({ story, chapterId }: Props) {
  const section = useRef<HTMLElement>(null);
  const [near, opened] = [useNear(section), useOpened()];
  return (
    <section ref={section} aria-labelledby="reactions">
      <h2 id="reactions" className="font-serif text-2xl">
        {chapterId === undefined ? 'Reactions' : 'How was this chapter?'}
      </h2>
      {near && opened ? <Reactions story={story} chapterId={chapterId} /> : <ReactionsSkeleton />}
    </section>
  );
}
