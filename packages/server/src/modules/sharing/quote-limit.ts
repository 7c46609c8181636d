import type { Passage } from '@inkling/contract/passage-link';
import { LRUCache } from 'lru-cache';
import { type Clock, day } from '../../platform/clock.ts';

/** How many different quotations of a chapter one address gets in a day. */
const quotesPerDay = 20;
/** The most pairs of an address and a chapter that are counted; the least recently used go first. */
const maxCounted = 10_000;

interface Quotes {
  passages: Set<string>;
  endsAt: number;
}

/**
 * Counts the quotations that visitors get, in this process's memory, so that a chapter cannot be read in slices
 * (docs/product/sharing.md#preview). A quotation that an address had before is not counted again.
 */
export function quoteLimit(clock: Clock) {
  const counted = new LRUCache<string, Quotes>({ max: maxCounted });
  return (address: string, chapterId: string, { version, paragraph, from, to }: Passage): boolean => {
    const key = `${address} ${chapterId}`;
    const now = clock.now().getTime();
    const before = counted.get(key);
    const quotes =
      before !== undefined && before.endsAt > now
        ? before
        : { passages: new Set<string>(), endsAt: now + day };
    counted.set(key, quotes);
    const passage = [version, paragraph, from, to].join(' ');
    if (quotes.passages.has(passage)) return true;
    if (quotes.passages.size >= quotesPerDay) return false;
    quotes.passages.add(passage);
    return true;
  };
}
