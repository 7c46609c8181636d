import type { Story } from '@inkling/contract/stories';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { OnceOnline } from '../../lib/use-connection.ts';
import { useNear } from '../../lib/use-near.ts';
import { TextSkeleton } from '../../ui/skeleton.tsx';

const pending = <TextSkeleton lines={12} />;

const Comments = lazyComponent(async () => (await import('../../features/comments/comments.tsx')).Comments, {
  fallback: pending,
});

const LinkedPanel = lazyComponent(
  async () => (await import('../../features/comments/linked-panel.tsx')).LinkedPanel,
);

interface Props {
  story: Story;
  chapterId: string;
  /** Whether the chapter has been opened, so that comments do not delay that (lib/use-opened.ts). */
  opened: boolean;
}

/** The comments on a chapter and its paragraphs, loaded when the reader comes near. An unpublished story has none. */
export function ChapterComments({ story, chapterId, opened }: Props) {
  const section = useRef<HTMLElement>(null);
  const near = useNear(section);
  const [search, setSearch] = useSearchParams();
  const linkedId = search.get('comment');
  if (!story.isPublished) return null;
  return (
    <section ref={section} id="comments" aria-labelledby="comments-title" className="after-text mt-14">
      <h2 id="comments-title" className="mb-4 font-serif text-2xl">
        Comments
      </h2>
      {near && opened ? (
        <OnceOnline needs="Comments need">
          <Comments subject={{ kind: 'chapter', id: chapterId, storyId: story._id }} author={story.author} />
        </OnceOnline>
      ) : (
        pending
      )}
      {linkedId !== null && (
        <LinkedPanel
          key={linkedId}
          storyId={story._id}
          chapterId={chapterId}
          author={story.author}
          linkedId={linkedId}
          onClose={() => setSearch({}, { replace: true, preventScrollReset: true })}
        />
      )}
    </section>
  );
}
