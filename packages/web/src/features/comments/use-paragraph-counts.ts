import { useQueries } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { paragraphCountsQuery } from './comments.api.ts';

/** How many paragraphs around those in view are asked for with them, so that scrolling rarely needs another call. */
const around = { before: 20, after: 80 };
/** As many as one call takes. */
const maxBatch = 200;
/** Until then, opening the chapter is saved, before which it counts as not reached. */
const delayMs = 1500;

const idOf = (element: Element): number => Number((element as HTMLElement).dataset.paragraph);

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
      const [from, to] = [Math.min(...inView) - around.before, Math.max(...inView) + around.after];
      const batch = paragraphs
        .slice(Math.max(0, from), to)
        .map(idOf)
        .filter((id) => !asked.has(id))
        .slice(0, maxBatch);
      for (const id of batch) asked.add(id);
      setBatches((before) => [...before, batch]);
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
