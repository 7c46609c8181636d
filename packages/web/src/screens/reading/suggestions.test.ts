import type { Story } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { storiesToReadNext } from './suggestions.ts';

const story = (id: string, changes: Partial<Story> = {}): Story => ({
  ...{ _id: id, title: id, description: '', summary: '', coverImage: null, language: 'en', genres: [] },
  ...{ tags: [], contentWarnings: [], audience: 'everyone' },
  author: { _id: 'ana', username: 'ana', displayName: 'Ana', avatar: null },
  ...{ status: 'ongoing', effectiveStatus: 'ongoing', isPublished: true, isAIGenerated: false },
  ...{ chapterCount: 3, viewCount: 0, likes: 0, isLiked: false, isBookmarked: false },
  stats: { averageRating: null, views: 0, likes: 0, totalWordCount: 900, avgReadingTime: 5 },
  ...{ createdAt: '', updatedAt: '', publishedAt: null, lastUpdated: null, nextChapterAt: null },
  ...changes,
});

test('suggests four other stories that can be read, each once, in the given order', () => {
  const soon = story('soon', { effectiveStatus: 'coming_soon' });
  const given = ['this', 'a', 'b', 'a', 'c', 'd', 'e'].map((id) => story(id));
  const suggested = storiesToReadNext(story('this'), [soon, ...given]);
  expect(suggested.map(({ _id }) => _id)).toEqual(['a', 'b', 'c', 'd']);
});
