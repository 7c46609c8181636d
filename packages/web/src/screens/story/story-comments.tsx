import type { Story } from '@inkling/contract/stories';
import { LateSection } from '../../lib/late-section.tsx';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

const pending = <TextSkeleton lines={12} />;

const Comments = lazyComponent(async () => (await import('../../features/comments/comments.tsx')).Comments, {
  fallback: pending,
});

/** The comments on a story, without those on its chapters. */
export const StoryComments = ({ story }: { story: Story }) => (
  <LateSection id="comments" title="Comments" pending={pending}>
    <Comments subject={{ story: story._id }} authorId={story.author._id} />
  </LateSection>
);
