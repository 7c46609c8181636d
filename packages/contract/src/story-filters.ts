/** Filters of story lists that both sides use. No schemas here: the browser imports this file without zod. */

/** How long a story is, with the name that readers see (limits.ts has the numbers of words). */
export const lengthNames = { short: 'Short', medium: 'Medium', long: 'Long' } as const;
export type StoryLength = keyof typeof lengthNames;

/** Within how many days a story was updated. */
export const updatedDays = { day: 1, week: 7, month: 30, year: 365 } as const;
export type UpdatedWithin = keyof typeof updatedDays;

/** The part of a language tag that names the language, in lower case: `pt` for `pt-BR`. */
export const primaryLanguage = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';
