/** A title and an author that a row may mean; `author` is empty if it names none. */
export interface Reading {
  title: string;
  author: string;
}

/**
 * The series at the end of a title in catalogues: '(The Expanse, #1)', '(#2)'. The first part has no '#', so that a title
 * of many takes no longer than others.
 */
const series = /\s*\([^()#]*#[^()]*\)$/;

const withoutSeries = (title: string): string[] => {
  const short = title.replace(series, '');
  return short === '' || short === title ? [title] : [title, short];
};

/** Where the author of a line may begin: 'Emma by Jane Austen', 'Emma - Jane Austen'. The last place counts. */
const separators = [/^(.+)\sby\s(.+)$/i, /^(.+)\s[-–—]\s(.+)$/];

/**
 * What a row may mean. A line of a list may have an author, or ' by ' and ' - ' may belong to its title, so both are
 * looked up: 'Stand by Me'.
 */
export function readingsOf({ title, author }: Reading, format: 'csv' | 'titles'): Reading[] {
  if (format === 'csv') return withoutSeries(title).map((one) => ({ title: one, author }));
  const split = separators.flatMap((separator) => {
    const [, before, after] = separator.exec(title) ?? [];
    return before === undefined || after === undefined
      ? []
      : [{ title: before.trim(), author: after.trim() }];
  });
  return [{ title, author: '' }, ...split].flatMap((one) =>
    withoutSeries(one.title).map((short) => ({ ...one, title: short })),
  );
}
