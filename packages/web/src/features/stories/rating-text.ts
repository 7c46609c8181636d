import type { Story } from '@inkling/contract/stories';
import { formatCount } from './story-text.ts';

/** A story's average rating in words. */
export function ratingText({ averageRating, ratingsCount }: Story['stats']): string {
  return averageRating === null
    ? 'Not rated yet'
    : `Rated ${averageRating.toFixed(1)} out of 5 · ${formatCount(ratingsCount, 'rating')}`;
}
