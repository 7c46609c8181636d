import { imageSources } from '@inkling/contract/files';
import type { Story } from '@inkling/contract/stories';
import { Cover } from '../../ui/cover.tsx';
import { authorOf, titleOf } from './story-text.ts';

type Covered = Pick<Story, '_id' | 'title' | 'author' | 'coverImage' | 'language'>;

/** A story's cover, or the one that is drawn for it. */
export function StoryCover({ story, sizes, eager }: { story: Covered; sizes: string; eager?: boolean }) {
  return (
    <Cover
      id={story._id}
      title={titleOf(story)}
      author={authorOf(story)}
      language={story.language}
      image={story.coverImage}
      sources={imageSources(story.coverImage)}
      sizes={sizes}
      eager={eager}
    />
  );
}
