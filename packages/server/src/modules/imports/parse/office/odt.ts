import type { PiecedBook, ReadOptions } from '../book.ts';
import { brokenBook, encryptedBook, notABook } from '../book-problem.ts';
import { elementsNamed, xmlIn } from '../epub/xml.ts';
import { type Archive, readArchive } from '../epub/zip.ts';
import { objectPath, readOdtBody } from './odt-body.ts';
import { readProperties } from './properties.ts';
import { readPages } from './read-pages.ts';

/** Refuses other files of the same kind; the paths of the formulas. */
async function formulasOf(archive: Archive): Promise<ReadonlySet<string>> {
  const bytes = await archive.read('mimetype');
  const type = bytes === null ? '' : new TextDecoder().decode(bytes.subarray(0, 200)).trim();
  if (/spreadsheet/.test(type)) throw notABook('This is a spreadsheet.');
  if (/presentation|graphics|chart|formula|image|database|base/.test(type))
    throw notABook('This is an OpenDocument file, but not a text.');
  const manifest = await xmlIn(archive, 'META-INF/manifest.xml', 'list of contents');
  if (elementsNamed(manifest, 'encryption-data').length > 0) throw encryptedBook();
  const entries = elementsNamed(manifest, 'file-entry').map(({ attributes }) => attributes);
  const formulas = entries.filter((entry) => entry['media-type']?.endsWith('.formula'));
  return new Set(formulas.map((entry) => objectPath(entry['full-path'])));
}

/** Reads an OpenDocument text (.odt). `name` is the fallback title. */
export async function readOdt(bytes: Uint8Array, name: string, options: ReadOptions): Promise<PiecedBook> {
  const archive = await readArchive(bytes, { ...options, entryBytes: options.documentBytes });
  const formulas = await formulasOf(archive);
  const content = await archive.read('content.xml');
  if (content === null) throw brokenBook('its text is missing.');
  const common = await xmlIn(archive, 'styles.xml', 'styles');
  const properties = readProperties(await xmlIn(archive, 'meta.xml', 'properties'));
  return readPages('odt', readOdtBody(content, common, formulas), properties, name, options);
}
