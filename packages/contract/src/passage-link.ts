/** No schemas here: the browser imports this file without zod. */

/**
 * A passage of a chapter as a link names it: the version that it was shared from, the id of the paragraph in which it
 * begins, and its beginning and end in UTF-16 units of the stored text, counted from the beginning of that paragraph. The
 * end may be in a later paragraph; line ends count as one.
 */
export interface Passage {
  version: number;
  paragraph: number;
  from: number;
  to: number;
}

/** The largest number of a passage: what a 32-bit integer of the database can be. */
export const maxPassageNumber = 2_147_483_647;

const wholeNumber = (value: string | null): number => {
  const number = value !== null && /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  return number <= maxPassageNumber ? number : Number.NaN;
};

/** The passage that the query of an address names; null if it names none. Other parameters are ignored. */
export function readPassage(query: URLSearchParams): Passage | null {
  const [version = 0, paragraph = 0, from = 0, to = 0] = ['v', 'p', 'from', 'to'].map((name) =>
    wholeNumber(query.get(name)),
  );
  const isPassage = version > 0 && paragraph > 0 && from >= 0 && to > from;
  return isPassage ? { version, paragraph, from, to } : null;
}

/** Adds a passage to the path of a chapter or of the reading screen. */
export const withPassage = (path: string, { version, paragraph, from, to }: Passage): string =>
  `${path}?v=${version}&p=${paragraph}&from=${from}&to=${to}`;
