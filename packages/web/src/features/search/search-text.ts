import { searchLimits } from '@inkling/contract/limits';

/** The text to search for: trimmed, with single spaces. */
export const searchTextOf = (typed: string): string => typed.trim().replace(/\s+/gu, ' ');

/** Whether a text is long enough to search for (docs/product/search-screens.md#search-boxes). */
export const isSearchable = (text: string): boolean =>
  Array.from(searchTextOf(text)).length >= searchLimits.min;

export const tooShortText = `Type at least ${searchLimits.min} characters to search.`;
