import type { Story } from '@inkling/contract/stories';
import { isComingSoon } from '../stories/story-text.ts';

export const suggestionCount = 4;

interface Suggestions {
  /** Others of its author. */
  byAuthor: Story[];
  /** Those of other authors. */
  next: Story[];
}

/** The first of these stories that can be read after `story`: up to four of each list, each once. */
export function suggestionsAfter(story: Story, byAuthor: Story[], others: Story[]): Suggestions {
  const first = (stories: Story[]) =>
    [...new Map(stories.map((other) => [other._id, other])).values()]
      .filter((other) => other._id !== story._id && !isComingSoon(other))
      .slice(0, suggestionCount);
  return {
    byAuthor: first(byAuthor),
    next: first(others.filter(({ author }) => author._id !== story.author._id)),
  };
}
