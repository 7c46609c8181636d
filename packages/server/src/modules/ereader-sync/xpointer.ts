import type { EbookFormat } from '@inkling/contract/ebooks';
import { frontPages } from '../ebooks/index.ts';

/** Where in a file an xpointer leads. */
export interface Pointed {
  /** The chapter's position in the reading order; 0 and less is front matter, more than the file has is back matter. */
  position: number;
  /** The k-th paragraph, or a place before or after the text. */
  place: number | 'start' | 'end';
  /** UTF-16 units into the paragraph, as far as the pointer says. */
  offset: number;
}

/** Reads `/body/DocFragment[5]/body/section/p[22]/text().7` and `#_doc_fragment_4_ …`; null for anything else. */
export function parsePointer(progress: string): Pointed | null {
  const byId = /^#_doc_fragment_(\d{1,6})_(?: p(\d{1,7}))?/.exec(progress);
  if (byId) return { position: Number(byId[1]) + 1 - frontPages, place: 'start', offset: 0 };
  const [, page, rest = ''] = /^\/body\/DocFragment(?:\[(\d{1,6})\])?(.*)$/s.exec(progress) ?? [];
  if (!progress.startsWith('/body/DocFragment')) return null;
  const position = Number(page ?? 1) - frontPages;
  const [, name, number, inner = ''] = /\/section(?:\[1\])?\/(\w+)(?:\[(\d{1,7})\])?(.*)$/s.exec(rest) ?? [];
  if (name === 'p') {
    const offset = Number(/^\/text\(\)(?:\[1\])?\.(\d{1,7})$/.exec(inner)?.[1] ?? 0);
    return { position, place: Number(number ?? 1), offset };
  }
  return { position, place: name === 'aside' || name === 'footer' ? 'end' : 'start', offset: 0 };
}

/** The pointer to the k-th paragraph of a chapter's page. */
export const pointerTo = (format: EbookFormat, position: number, paragraph: number): string =>
  `/body/DocFragment[${position + frontPages}]/body${format === 'kepub' ? '/div/div' : ''}/section/p[${paragraph}].0`;
