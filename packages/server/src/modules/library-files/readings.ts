/** A title and an author that a row may mean; `author` is empty if it names none. */
export interface Reading {
  title: string;
  author: string;
}

/** A series or an edition at the end of a title in catalogues: '(The Expanse, #1)', '[Illustrated Edition]'. */
const bracketed = / ?(?:\([^()[\]]*\)|\[[^()[\]]*\])$/;
/** So many brackets may be at the end of one title. */
const maxBrackets = 3;

/** A title, and what is left without each of the brackets at its end, which may belong to it. */
function withoutBrackets(title: string): string[] {
  const titles = [title];
  for (let short = title.replace(bracketed, ''); short !== titles.at(-1) && short !== ''; ) {
    titles.push(short);
    if (titles.length > maxBrackets) break;
    short = short.replace(bracketed, '');
  }
  return titles;
}

/** Where the author of a line may begin: 'Emma by Jane Austen', 'Emma - Jane Austen'. The last place counts. */
const separators = [/^(.+)\sby\s(.+)$/i, /^(.+)\s[-–—]\s(.+)$/];

/**
 * What a row may mean. A line of a list may have an author, or ' by ' and ' - ' may belong to its title, so both are
 * looked up: 'Stand by Me'.
 */
export function readingsOf({ title, author }: Reading, format: 'csv' | 'titles'): Reading[] {
  if (format === 'csv') return withoutBrackets(title).map((one) => ({ title: one, author }));
  const split = separators.flatMap((separator) => {
    const [, before, after] = separator.exec(title) ?? [];
    return before === undefined || after === undefined
      ? []
      : [{ title: before.trim(), author: after.trim() }];
  });
  return [{ title, author: '' }, ...split].flatMap((one) =>
    withoutBrackets(one.title).map((short) => ({ ...one, title: short })),
  );
}
