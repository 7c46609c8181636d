import type { Story } from '@inkling/contract/stories';
import { LateSection } from '../../lib/late-section.tsx';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

const pending = <TextSkeleton lines={12} />;

const Comments = lazyComponent(async () => (await import('../../features/comments/comments.tsx')).Comments, {
  fallback: pending,
});

/** The comments on a chapter and its paragraphs. An unpublished story has none. */
export function ChapterComments({ story, chapterId }: { story: Story; chapterId: string }) {
  if (!story.isPublished) return null;
  return (
    <div className="after-text mt-14">
      <LateSection id="comments" title="Comments" pending={pending}>
        <Comments subject={{ story: story._id, chapter: chapterId }} authorId={story.author._id} />
      </LateSection>
    </div>
  );
}
