import { type Rate, smallestGroup } from '@inkling/contract/analytics';

/** `count` of `of`; null where `of` is too few to say anything (docs/product/author-dashboard.md#rates). */
export const rateOf = (count: number, of: number): Rate | null =>
  of < smallestGroup ? null : { share: count / of, of, count };

/** The change from `before` to `now` in percent, to one decimal; null where there was nothing before. */
export const changeOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before <= 0 ? null : Math.round((1000 * (now - before)) / before) / 10;
