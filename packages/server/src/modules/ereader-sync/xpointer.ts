import type { EbookFormat } from '@inkling/contract/ebooks';
import { frontPages } from '../ebooks/index.ts';

/** Where in a file an xpointer leads. */
export interface Pointed {
  /** The chapter's page in the file; 0 and less is front matter, more than the file has is back matter. */
  page: number;
  /** The k-th paragraph, a place before or after the text, or one anywhere on the page. */
  place: number | 'start' | 'end' | 'anywhere';
  /** UTF-16 units into the paragraph, as far as the pointer says. */
  offset: number;
}

/** Reads `/body/DocFragment[5]/body/section/p[22]/text().7` and `#_doc_fragment_4_ …`; null for anything else. */
export function parsePointer(progress: string): Pointed | null {
  const byId = /^#_doc_fragment_(\d{1,6})_(?: p(\d{1,7}))?/.exec(progress);
  if (byId) return { page: Number(byId[1]) + 1 - frontPages, place: 'start', offset: 0 };
  const [, fragment, rest = ''] = /^\/body\/DocFragment(?:\[(\d{1,6})\])?(.*)$/s.exec(progress) ?? [];
  if (!progress.startsWith('/body/DocFragment')) return null;
  const page = Number(fragment ?? 1) - frontPages;
  // From programs that know no more than the page, such as CrossPoint's; they count other paragraphs than `section/p`.
  if (/^\/body(?:\/p(?:\[\d+\])?)?$/.test(rest)) return { page, place: 'anywhere', offset: 0 };
  const [, name, number, inner = ''] = /\/section(?:\[1\])?\/(\w+)(?:\[(\d{1,7})\])?(.*)$/s.exec(rest) ?? [];
  if (name === 'p') {
    const offset = Number(/^\/text\(\)(?:\[1\])?\.(\d{1,7})$/.exec(inner)?.[1] ?? 0);
    return { page, place: Number(number ?? 1), offset };
  }
  return { page, place: name === 'aside' || name === 'footer' ? 'end' : 'start', offset: 0 };
}

/** The pointer to the k-th paragraph of a chapter's page. */
export const pointerTo = (format: EbookFormat, page: number, paragraph: number): string =>
  `/body/DocFragment[${page + frontPages}]/body${format === 'kepub' ? '/div/div' : ''}/section/p[${paragraph}].0`;

/** Whether a pointer may come from `pointerTo`. Those of pages that were turned usually end within a text. */
export const isOwnPointer = (progress: string): boolean => /\/section\/p\[\d+\]\.0$/.test(progress);
