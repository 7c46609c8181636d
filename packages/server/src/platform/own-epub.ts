/**
 * How an EPUB of Inkling says what it contains, so that an import reads it back exactly
 * (docs/decisions/0037-exported-files.md). Shared by the export, which writes it, and the import.
 */
export const ownEpub = {
  /** The prefix of the package document's properties. */
  prefix: 'inkling: urn:inkling:epub:',
  /** The package property with the version of this format. */
  format: 'inkling:format',
  version: '1',
  /** The package property with the SHA-256 (hex) of a generated cover, which an import ignores. */
  generatedCover: 'inkling:generated-cover',
  /** The file with the glossary and recaps (`GlossaryFile`). */
  glossary: 'META-INF/inkling-glossary.json',
  /** The EPUB types of pages that hold a chapter, or the title of a volume. */
  chapter: 'chapter',
  volume: 'volume',
  /** The classes of an author's notes before and after the text, and of their label. */
  note: 'note',
  endNote: 'end-note',
  label: 'label',
  /** The class around lines of verse. */
  verse: 'verse',
  /** The blank lines before a block, separated by `blankSeparator`. */
  blank: 'data-blank',
  blankSeparator: '|',
  /** The line as the author typed it, where Inkling would write it differently. */
  line: 'data-line',
} as const;

/** The first line of the quotation in Markdown that is an author's note after the text. */
export const endNoteLabel = '**Author’s Note**';

/** The line of Markdown below which the glossary of a story is, which an import leaves out. */
export const ownMarkdownGlossary = '<!-- inkling:glossary -->';

/** The name of a style of the glossary in a Word document, whose paragraphs an import leaves out. */
export const ownDocxGlossary = (part: 'Heading' | 'Entry' | 'Text'): string => `Glossary ${part}`;

/** The name of a property of a Word document that Inkling exported; `format` has the version. */
export const ownDocxProperty = (name: string): string => `Inkling ${name}`;

/** The labels of a story that formats have no place for, as properties of its file; lists have commas. */
export const ownLabels = ['status', 'tags', 'warnings', 'audience'] as const;

const listOf = (text: string | undefined): string[] => text?.split(', ').filter((one) => one !== '') ?? [];

/** The labels of a story by the properties of its file. */
export const labelsFrom = (property: (name: (typeof ownLabels)[number]) => string | undefined) => ({
  status: property('status') ?? null,
  tags: listOf(property('tags')),
  contentWarnings: listOf(property('warnings')),
  audience: property('audience') ?? null,
});
