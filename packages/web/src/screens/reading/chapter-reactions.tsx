import type { Story } from '@inkling/contract/stories';
import { useRef } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useNear } from '../../lib/use-near.ts';
import { useOpened } from '../../lib/use-opened.ts';

const Reactions = lazyComponent(
  async () => (await import('../../features/reactions/reactions.tsx')).Reactions,
);

/** Reactions to a chapter, loaded once its end is near. The height is reserved, so that nothing below moves. */
export function ChapterReactions({ story, chapterId }: { story: Story; chapterId: string }) {
  const section = useRef<HTMLElement>(null);
  const [near, opened] = [useNear(section), useOpened(true)];
  return (
    <section ref={section} aria-labelledby="reactions" className="mb-8">
      <h2 id="reactions" className="font-serif text-2xl">
        How was this chapter?
      </h2>
      <div className="mt-3 min-h-34 min-[22.5rem]:min-h-16">
        {near && opened && <Reactions story={story} chapterId={chapterId} />}
      </div>
    </section>
  );
}
