import { z } from 'zod';
import { audience, contentWarning, keysOf, tag } from './labels.ts';
import { filterLimits, genreLimits, savedFilterLimits } from './limits.ts';
import { wholeNumber } from './page.ts';
import { lengthNames, type StoryLength, type UpdatedWithin, updatedDays } from './story-filters.ts';
import { line } from './text.ts';

export const storyStatus = z.enum(['ongoing', 'completed', 'coming_soon']);
const storyLength = z.enum(keysOf<StoryLength>(lengthNames));
const updatedWithin = z.enum(keysOf<UpdatedWithin>(updatedDays));

/** The longest filter, in characters: names with their commas. */
const maxFilter = filterLimits.values * (genreLimits.name + 1);

/** Values separated by commas, without duplicates. */
const values = <Item extends z.ZodType<string, string>>(item: Item) =>
  z
    .string()
    .max(maxFilter, `Please use at most ${maxFilter} characters.`)
    .transform((list) => [
      ...new Set(
        list
          .split(',')
          .map((one) => one.trim())
          .filter((one) => one !== ''),
      ),
    ])
    .pipe(z.array(item).max(filterLimits.values, `Please choose at most ${filterLimits.values} values.`))
    .optional();

export const genreValues = values(z.string().max(genreLimits.name));
const languageValues = values(
  z
    .string()
    .regex(/^[a-zA-Z]{2,3}$/, 'A language must be a two- or three-letter code, such as en or ar.')
    .toLowerCase(),
);

/**
 * Filters of a list: a story has at least one value of each filter, and none of those whose filter begins with `not`
 * (docs/product/discover.md#filters).
 */
export const storyFilters = z.object({
  genres: genreValues,
  notGenres: genreValues,
  status: values(storyStatus),
  notStatus: values(storyStatus),
  length: values(storyLength),
  notLength: values(storyLength),
  language: languageValues,
  notLanguage: languageValues,
  updated: values(updatedWithin),
  notUpdated: values(updatedWithin),
  /** When it was first published. */
  published: values(updatedWithin),
  notPublished: values(updatedWithin),
  tags: values(tag),
  notTags: values(tag),
  audience: values(audience),
  notAudience: values(audience),
  warnings: values(contentWarning),
  notWarnings: values(contentWarning),
  /** Minimum numbers of published chapters, and of words in them. */
  minChapters: wholeNumber('A number of chapters', 1, filterLimits.chapters).optional(),
  minWords: wholeNumber('A number of words', 1, filterLimits.words).optional(),
  /** The least average of its ratings, in stars; stories without one are left out. */
  minRating: wholeNumber('A rating', 1, filterLimits.rating).optional(),
});
export type StoryFilters = z.output<typeof storyFilters>;

/** Whether a query string has filters and nothing else. */
function isFilters(query: string): boolean {
  const parameters = new URLSearchParams(query);
  const filters = Object.fromEntries(parameters);
  const isOnce = Object.keys(filters).length === parameters.size;
  return isOnce && parameters.size > 0 && z.strictObject(storyFilters.shape).safeParse(filters).success;
}

const savedFilterName = line(savedFilterLimits.name, 'Please enter a name.');

/** Filters under a name of their own: the part of Discover's address that they are in. */
export const savedFilter = z.object({
  name: savedFilterName,
  query: z
    .string()
    .max(savedFilterLimits.query, 'These are too many filters to save. Please remove some.')
    .refine(isFilters, 'These filters can’t be saved.'),
});
export type SavedFilter = z.output<typeof savedFilter>;

/** Names of saved filters, or the filters themselves: at most as many as a person may have. */
export const savedFilterNames = z.array(savedFilterName).max(savedFilterLimits.perPerson);
export const savedFilterList = z.array(savedFilter).max(savedFilterLimits.perPerson);
