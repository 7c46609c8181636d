import { addLosses, noDetails, noLosses, type PiecedBook, type ReadOptions } from './book.ts';
import { assemblePieces } from './epub/assemble.ts';
import type { BookText, FileSpan, FileText, PageText } from './epub/blocks.ts';

/** A text without files. */
export const emptyText = ({ underlineAsItalics }: Pick<ReadOptions, 'underlineAsItalics'>): BookText => ({
  underlineAsItalics,
  blocks: [],
  anchors: new Map(),
  files: [],
  notes: 0,
  losses: noLosses(),
  isGutenberg: false,
});

/** Adds a file to the end of a text. */
export function addFile(
  text: BookText,
  file: PageText & Partial<FileText>,
  { path, linear }: Pick<FileSpan, 'path' | 'linear'>,
): void {
  const from = text.blocks.length;
  const notes = text.notes;
  for (const block of file.blocks) {
    if (block.note >= 0) block.note += notes;
    text.notes = Math.max(text.notes, block.note + 1);
    if (text.underlineAsItalics) for (const run of block.runs) run.em ||= run.underlined;
    text.blocks.push(block);
  }
  for (const [key, range] of file.anchors)
    text.anchors.set(key, { ...range, from: range.from + from, to: range.to + from });
  text.isGutenberg ||= file.isGutenberg ?? false;
  addLosses(text.losses, file.losses);
  text.files.push({ path, from, to: text.blocks.length, linear, title: file.title ?? '' });
}

/**
 * The book of a file without a table of contents: by the headings of its pages, its titles in paragraphs, or else its
 * pages. `losses` are those outside of the pages; all pages have one path, which is empty.
 */
export function bookOfPages(
  pages: readonly (PageText & Partial<FileText>)[],
  { losses = noLosses(), ...details }: Pick<PiecedBook, 'format' | 'title'> & Partial<PiecedBook>,
  options: ReadOptions,
  notes?: PageText,
): PiecedBook {
  const text = emptyText(options);
  for (const page of pages) addFile(text, page, { path: '', linear: true });
  if (notes) addFile(text, notes, { path: '', linear: false });
  addLosses(text.losses, losses);
  const { title, author = null } = details;
  const found = assemblePieces(text, { entries: [], landmarks: [] }, { title, author, guide: [] });
  return { ...noDetails, ...details, losses: text.losses, ...found };
}
