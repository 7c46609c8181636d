import type { Story } from '@inkling/contract/stories';
import { isComingSoon } from '../../features/stories/story-text.ts';

const suggestionCount = 4;

interface Suggestions {
  /** Others of its author. */
  byAuthor: Story[];
  /** Those of other authors. */
  next: Story[];
}

/** The first of these stories that can be read after `story`: up to four of each list, none in both. */
export function suggestionsAfter(story: Story, byAuthor: Story[], ofGenre: Story[]): Suggestions {
  const first = (stories: Story[]) =>
    stories.filter((other) => other._id !== story._id && !isComingSoon(other)).slice(0, suggestionCount);
  return {
    byAuthor: first(byAuthor),
    next: first(ofGenre.filter(({ author }) => author._id !== story.author._id)),
  };
}
