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

const listed = new Intl.ListFormat('en-US', { type: 'disjunction' });
const withoutSerialComma = (names: string[]): string => listed.format(names).replace(', or ', ' or ');

/** 'EPUB, Word, …, Markdown or plain text'. */
export const importFormats = withoutSerialComma(formats.map(([name]) => name));

/** The same with the endings of the files that a name does not say. */
export const importFormatsWithEndings = withoutSerialComma(
  formats.map(([name, [ending]]) => (name === 'EPUB' ? name : `${name} (${ending})`)),
);

/** The endings of all files that can be imported. */
export const importEndings: readonly string[] = formats.flatMap(([, endings]) => endings);
