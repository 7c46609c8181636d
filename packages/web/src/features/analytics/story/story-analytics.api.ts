import type { ChapterTable, StoryTable } from '@inkling/contract/story-analytics';
import { useSavedDownload } from '../../../lib/download.ts';
import { callQuery, useCall } from '../../../lib/query.ts';
import type { Days } from '../days.ts';

/** Figures of one of the author's stories, with a page of its chapters. */
export const storyFiguresQuery = (id: string, days: Days, page: number) =>
  callQuery(
    'GET /analytics/story/{id}',
    { params: { id }, query: { ...days, page } },
    { tags: ['analytics'] },
  );

/** Figures of a chapter of one of the author's stories. */
export const chapterFiguresQuery = (id: string, query: Days) =>
  callQuery('GET /analytics/chapter/{id}', { params: { id }, query }, { tags: ['analytics'] });

const fallback = 'Failed to download the figures.';

/** Downloads one of a story's tables as CSV. */
export const useStoryFile = (id: string, days: Days) =>
  useSavedDownload('GET /analytics/story/{id}/export', fallback, (table: StoryTable) => ({
    input: { params: { id }, query: { ...days, table } },
    name: `inkling-story-${table}.csv`,
  }));

/** Downloads one of a chapter's tables as CSV. */
export const useChapterFile = (id: string, days: Days) =>
  useSavedDownload('GET /analytics/chapter/{id}/export', fallback, (table: ChapterTable) => ({
    input: { params: { id }, query: { ...days, table } },
    name: `inkling-chapter-${table}.csv`,
  }));

export const useSaveNote = () =>
  useCall('PUT /analytics/story/{id}/notes/{noteId}', {
    fallback: 'Failed to save the note.',
    errors: 'inline',
    touches: ['analytics'],
  });

export const useDeleteNote = () =>
  useCall('DELETE /analytics/story/{id}/notes/{noteId}', {
    fallback: 'Failed to delete the note.',
    touches: ['analytics'],
    rechecks: ['analytics'],
  });
