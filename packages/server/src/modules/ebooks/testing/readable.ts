import { createHash } from 'node:crypto';
import { downloadEbook, type EbookFormat } from '@inkling/contract/ebooks';
import { strFromU8, unzipSync } from 'fflate';
import type { Person, TestApp } from '../../../testing/test-app.ts';

/** KOReader's name for a file, written from KOReader's description and independent of our code. */
export function nameOf(bytes: Uint8Array): string {
  const md5 = createHash('md5');
  for (let i = -1; i <= 10; i += 1) {
    const from = i < 0 ? 0 : 1024 * 4 ** i;
    if (from >= bytes.length) break;
    md5.update(bytes.subarray(from, from + 1024));
  }
  return md5.digest('hex');
}

/** A downloaded book: its bytes, its name, and its pages in reading order, front matter included. */
export interface Readable {
  bytes: Uint8Array;
  document: string;
  pages: string[];
  nav: string;
}

export async function download(
  site: TestApp,
  who: Person,
  id: string,
  format: EbookFormat = 'epub',
): Promise<Readable> {
  const { body } = await site.as(who).call(downloadEbook, { params: { id }, query: { format } });
  const bytes = new Uint8Array(await body.arrayBuffer());
  const files = unzipSync(bytes);
  const text = (path: string) => strFromU8(files[`EPUB/${path}`] ?? new Uint8Array());
  const opf = text('package.opf');
  const hrefs = new Map(
    [...opf.matchAll(/<item id="(p\d+)" href="([^"]+)"/g)].map(([, id, href]) => [id, href]),
  );
  const pages = [...opf.matchAll(/<itemref idref="(p\d+)"/g)].map(([, id]) => text(hrefs.get(id) ?? ''));
  return { bytes, document: nameOf(bytes), pages, nav: text('nav.xhtml') };
}

/** The ids of the paragraphs on a page, in the order in which an xpointer counts them. */
export const paragraphsOn = (page: string): string[] =>
  [...page.matchAll(/^<p id="p(\d+)"/gm)].map(([, id]) => id ?? '');
