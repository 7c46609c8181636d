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
  /** The package property with the story's status. */
  status: 'inkling:status',
  /** The package property with the SHA-256 (hex) of a generated cover, which an import ignores. */
  generatedCover: 'inkling:generated-cover',
  /** The EPUB types of pages that hold a chapter, or the title of a volume. */
  chapter: 'chapter',
  volume: 'volume',
  /** The class of an author's note, and of its label. */
  note: 'note',
  label: 'label',
  /** The class around lines of verse. */
  verse: 'verse',
  /** The blank lines before a block, separated by `blankSeparator`. */
  blank: 'data-blank',
  blankSeparator: '|',
  /** The line as the author typed it, where Inkling would write it differently. */
  line: 'data-line',
} as const;
