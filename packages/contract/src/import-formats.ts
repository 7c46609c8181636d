/** The formats of books that can be imported, with the endings of their files, the usual one first. */
const formats = [
  ['EPUB', ['.epub']],
  ['Word', ['.docx']],
  ['OpenDocument', ['.odt']],
  ['RTF', ['.rtf']],
  ['FictionBook', ['.fb2']],
  ['web page', ['.html', '.htm', '.xhtml']],
  ['Markdown', ['.md', '.markdown']],
  ['plain text', ['.txt']],
] as const;

/** Without Intl.ListFormat, which takes longer to load than many books to read. */
const listed = (names: string[]): string => names.join(', ').replace(/, (?=[^,]*$)/, ' or ');

/** 'EPUB, Word, …, Markdown or plain text'. */
export const importFormats = listed(formats.map(([name]) => name));

/** The same with the endings of the files that a name does not say. */
export const importFormatsWithEndings = listed(
  formats.map(([name, [ending]]) => (name === 'EPUB' ? name : `${name} (${ending})`)),
);

/** The endings of all files that can be imported. */
export const importEndings: readonly string[] = formats.flatMap(([, endings]) => endings);
