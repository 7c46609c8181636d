import type { ChapterProgress } from '@inkling/contract/library';

/** How far each chapter is read, in percent, by its id; chapters that were never opened are not in it. */
export const progressByChapter = (places: ChapterProgress[]): Map<string, number> =>
  new Map(places.map(({ chapter, progress }) => [chapter, progress]));

export const isFullyRead = (share: number | undefined): boolean => share !== undefined && share >= 100;
