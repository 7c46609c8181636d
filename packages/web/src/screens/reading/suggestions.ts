import type { Story } from '@inkling/contract/stories';
import { isComingSoon } from '../../features/stories/story-text.ts';

export const suggestionCount = 4;

/** The first of these stories that can be read after `story`, each once. */
export function storiesToReadNext(story: Story, stories: Story[]): Story[] {
  const readable = stories.filter((other) => other._id !== story._id && !isComingSoon(other));
  return [...new Map(readable.map((other) => [other._id, other])).values()].slice(0, suggestionCount);
}
