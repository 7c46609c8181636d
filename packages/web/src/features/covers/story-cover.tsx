import { imageSources } from '@inkling/contract/files';
import type { Story } from '@inkling/contract/stories';
import { Cover } from '../../ui/cover.tsx';
import { authorOf, coverAlt, titleOf } from './cover-text.ts';

type Covered = Pick<Story, '_id' | 'title' | 'author' | 'coverImage' | 'coverStyle' | 'language'>;

interface Props {
  story: Covered;
  sizes: string;
  eager?: boolean;
  /** The page's main image: has an alt text. */
  named?: boolean;
}

/** A story's cover image or its generated cover. */
export function StoryCover({ story, sizes, eager, named = false }: Props) {
  return (
    <Cover
      id={story._id}
      title={titleOf(story)}
      author={authorOf(story)}
      language={story.language}
      style={story.coverStyle}
      image={story.coverImage}
      sources={imageSources(story.coverImage)}
      sizes={sizes}
      alt={named ? coverAlt(titleOf(story)) : ''}
      eager={eager}
    />
  );
}
