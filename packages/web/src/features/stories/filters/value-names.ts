import { contentWarningNames } from '@inkling/contract/content-warnings';
import { longWords, shortWords } from '@inkling/contract/limits';
import { lengthNames, type StoryLength, type UpdatedWithin } from '@inkling/contract/story-filters';
import { audienceNames } from '@inkling/contract/story-labels';
import { pluralize } from '../../../lib/format.ts';
import { languageName } from '../story-language.ts';
import { statusNames } from '../story-text.ts';
import type { FilterName, LeastName } from './story-filters.ts';

const words = (count: number): string => count.toLocaleString('en');

export const lengthRanges: Record<StoryLength, string> = {
  short: `under ${words(shortWords)} words`,
  medium: `${words(shortWords)} to ${words(longWords)} words`,
  long: `${words(longWords)} words or more`,
};

export const updatedNames: Record<UpdatedWithin, string> = {
  day: 'In the last day',
  week: 'In the last week',
  month: 'In the last month',
  year: 'In the last year',
};

const named = (names: Record<string, string>, value: string): string => names[value] ?? value;

/** The name of a filter's value where its filter is not named beside it. */
export const valueName: Record<FilterName, (value: string) => string> = {
  genres: (value) => value,
  status: (value) => named(statusNames, value),
  length: (value) => named(lengthNames, value),
  language: languageName,
  updated: (value) => `Updated ${named(updatedNames, value).toLowerCase()}`,
  published: (value) => `Published ${named(updatedNames, value).toLowerCase()}`,
  tags: (value) => `#${value}`,
  audience: (value) => `Audience: ${named(audienceNames, value)}`,
  warnings: (value) => named(contentWarningNames, value),
};

/** The name of a least number. */
export const leastName: Record<LeastName, (value: number) => string> = {
  minChapters: (value) => `At least ${pluralize(value, 'chapter')}`,
  minWords: (value) => `At least ${pluralize(value, 'word')}`,
  minRating: (value) => `Rated ${value} or more`,
};
