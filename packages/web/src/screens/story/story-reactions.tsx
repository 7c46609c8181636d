import type { Story } from '@inkling/contract/stories';
import { useRef } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useNear } from '../../lib/use-near.ts';
import { useOpened } from '../../lib/use-opened.ts';

const Reactions = lazyComponent(
  async () => (await import('../../features/reactions/reactions.tsx')).Reactions,
);

/** Reactions to a story with chapters, loaded after the page. The height is reserved, so that nothing below moves. */
export function StoryReactions({ story }: { story: Story }) {
  const section = useRef<HTMLElement>(null);
  const [near, opened] = [useNear(section), useOpened()];
  if (!story.isPublished || story.chapterCount === 0) return null;
  return (
    <section ref={section} aria-labelledby="reactions">
      <h2 id="reactions" className="font-serif text-2xl">
        Reactions
      </h2>
      <div className="mt-3 min-h-34 min-[22.5rem]:min-h-16">
        {near && opened && <Reactions story={story} />}
      </div>
    </section>
  );
}
