import type { ChapterProgress } from '@inkling/contract/library';

/** The progress of each opened chapter in percent, by chapter id. */
export const progressByChapter = (places: ChapterProgress[]): Map<string, number> =>
  new Map(places.map(({ chapter, progress }) => [chapter, progress]));

export const isFullyRead = (share: number | undefined): boolean => share !== undefined && share >= 100;
