import type { ListedChapter } from '@inkling/contract/chapters';
import type { ChapterProgress } from '@inkling/contract/library';
import { chaptersPerPage } from '@inkling/contract/limits';
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { CallResponse } from '../../../lib/api.ts';
import { storyPageQuery } from '../../stories/stories.api.ts';
import { chaptersQuery, ownChaptersQuery } from '../chapters.api.ts';

/** Consecutive chapters, and the reader's progress in those they have opened. */
export interface ListedChapters {
  chapters: ListedChapter[];
  places: ChapterProgress[];
}

/** Where a list's further pages come from. */
export interface ChapterSource<Response> {
  pageOf: (page: number) => UseQueryOptions<Response, Error, Response, QueryKey>;
  read: (response: Response) => ListedChapters;
}

type List = CallResponse<'GET /chapters/story/{storyId}'>;
type OwnList = CallResponse<'GET /chapters/story/{storyId}/author'>;
const withoutPlaces = ({ data }: Pick<List, 'data'>): ListedChapters => ({ chapters: data, places: [] });

/** A story's published chapters as visitors see them. */
export const publicChapters = (storyId: string): ChapterSource<List> => ({
  pageOf: (page) => chaptersQuery(storyId, { page }),
  read: withoutPlaces,
});

/** A story's published chapters with the reader's progress. */
export const readerChapters = (
  storyId: string,
): ChapterSource<CallResponse<'GET /stories/{id}/reading'>> => ({
  pageOf: (page) => storyPageQuery(storyId, { from: (page - 1) * chaptersPerPage + 1 }),
  read: ({ data }) => data,
});

/** A story's chapters for its author, drafts included. */
export const ownChapters = (storyId: string): ChapterSource<OwnList> => ({
  pageOf: (page) => ownChaptersQuery(storyId, { page }),
  read: withoutPlaces,
});
