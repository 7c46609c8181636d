import type { OwnChapterSummary, UnsavedChapter } from '@inkling/contract/chapters';
import { paginate } from '@inkling/contract/page';
import type { Story } from '@inkling/contract/stories';
import type { CallResponse } from '../lib/api.ts';
import { genreId, genres, idOf, me, story } from './fixtures.ts';
import { mockCall } from './mock-call.ts';
import { signIn } from './render-page.tsx';

/** An unpublished story of the signed-in author. */
export const ownStory: Story = {
  ...story,
  title: 'The Lamp',
  author: { _id: me._id, username: me.username, displayName: me.displayName, avatar: null },
  genres: [{ _id: genreId('Drama'), name: 'Drama' }],
  isPublished: false,
  publishedAt: null,
};

/** The chapters ‘Evening 1’ and so on, which are long enough to be published. */
export const evenings = (count: number, isPublished = false): OwnChapterSummary[] =>
  Array.from({ length: count }, (_, index) => ({
    _id: idOf(100 + index),
    story: ownStory._id,
    title: `Evening ${index + 1}`,
    chapterNumber: index + 1,
    order: index + 1,
    volume: null,
    wordCount: 300,
    isPublished,
    isExclusive: false,
    authorNotes: '',
    endNotes: '',
    likes: 0,
    stage: 'draft',
    privateNote: '',
    views: 0,
    comments: 0,
    version: 1,
    publishedAt: isPublished ? story.createdAt : null,
    createdAt: story.createdAt,
    updatedAt: story.createdAt,
  }));

export function ownList(
  chapters: OwnChapterSummary[],
  unsaved: UnsavedChapter[] = [],
): CallResponse<'GET /chapters/story/{storyId}/author'> {
  const published = chapters.filter(({ isPublished }) => isPublished).length;
  const drafts = chapters.length - published;
  return {
    success: true,
    data: chapters.map((chapter, index) => ({ ...chapter, chapterNumber: index + 1, order: index + 1 })),
    pagination: paginate(1, 200, chapters.length),
    volumes: [],
    counts: { published, drafts, short: 0, ready: drafts },
    exclusive: null,
    unsaved,
  };
}

/** Signs in as the author and responds to the calls of the author's page of a story. */
export function mockOwnStory(shown: Story = ownStory, chapters: OwnChapterSummary[] = []): void {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  mockCall('GET /genres', { success: true, data: genres });
  mockCall('GET /stories/{id}', { success: true, data: shown });
  mockCall('GET /inbox/stories', { success: true, data: [] });
  mockCall('GET /stories/{id}/readers', { success: true, data: { readers: 0 } });
  mockCall('GET /reacting-sessions/average-time/{storyId}', {
    success: true,
    data: { averageMinutes: null, readers: null },
  });
  mockCall('GET /stories/{id}/schedules', { success: true, data: [] });
  mockCall('GET /chapters/story/{storyId}/author', ownList(chapters));
}
