import { useQueries } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { paragraphCountsQuery } from './comments.api.ts';

/** How many paragraphs around those in view are requested with them, so that scrolling rarely needs another call. */
const around = { before: 20, after: 80 };
/** As many as one call takes. */
const maxBatch = 200;
/** By then the server has usually saved that the reader opened the chapter; before that, it returns no counts. */
const delayMs = 1500;

const idOf = (element: Element): number => Number((element as HTMLElement).dataset.paragraph);

/** The indexes of the paragraphs around those in view, which come first; a jump may bring two separate parts into view. */
export function nearest(inView: readonly number[], count: number): number[] {
  const wanted = new Set(inView);
  for (const index of inView)
    for (let at = Math.max(0, index - around.before); at < Math.min(count, index + around.after); at += 1)
      wanted.add(at);
  return [...wanted];
}

export const inBatches = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / maxBatch) }, (_, at) =>
    ids.slice(at * maxBatch, (at + 1) * maxBatch),
  );

/**
 * The number of comments on each paragraph of a chapter that has any, by paragraph id, of those that have been in view.
 * `version` is that of the shown text.
 */
export function useParagraphCounts(
  chapterId: string,
  version: number,
  text: RefObject<HTMLElement | null>,
): ReadonlyMap<number, number> {
  const [batches, setBatches] = useState<readonly (readonly number[])[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has other elements
  useEffect(() => {
    const paragraphs = [...(text.current?.querySelectorAll('[data-paragraph]') ?? [])];
    const indexes = new Map(paragraphs.map((paragraph, index) => [paragraph, index]));
    const asked = new Set<number>();
    const ask = (inView: number[]) => {
      const ids = nearest(inView, paragraphs.length)
        .map((index) => idOf(paragraphs[index] as Element))
        .filter((id) => !asked.has(id));
      for (const id of ids) asked.add(id);
      setBatches((before) => [...before, ...inBatches(ids)]);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        const inView = entries.flatMap(({ isIntersecting, target }) =>
          isIntersecting && !asked.has(idOf(target)) ? (indexes.get(target) ?? []) : [],
        );
        if (inView.length > 0) ask(inView);
      },
      { rootMargin: '50% 0px' },
    );
    const timer = setTimeout(() => {
      for (const paragraph of paragraphs) observer.observe(paragraph);
    }, delayMs);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      setBatches([]);
    };
  }, [chapterId, version, text]);
  return useQueries({
    queries: batches.map((batch) => paragraphCountsQuery(chapterId, batch)),
    combine: countsOf,
  });
}

const countsOf = (
  results: { data: { data: { paragraph: number; comments: number }[] } | undefined }[],
): ReadonlyMap<number, number> =>
  new Map(results.flatMap(({ data }) => (data?.data ?? []).map((each) => [each.paragraph, each.comments])));
