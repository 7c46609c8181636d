import type { PiecedBook, ReadOptions } from '../book.ts';
import { brokenBook, notABook } from '../book-problem.ts';
import { resolveReference } from '../epub/paths.ts';
import { elementsNamed, xmlIn } from '../epub/xml.ts';
import { type Archive, readArchive } from '../epub/zip.ts';
import { documentWriter } from './document-writer.ts';
import { readDocxPart } from './docx-body.ts';
import { readDocxStyles, readNumbering } from './docx-styles.ts';
import { ownDetailsOf, readPages, readProperties } from './read-pages.ts';

const wordTypes =
  /^application\/(?:vnd\.openxmlformats-officedocument\.wordprocessingml|vnd\.ms-word)\.(?:document|template)(?:\.macroEnabled)?\.main(?:Template)?\+xml$/i;

interface Relation {
  type: string;
  path: string;
}

/** The parts that a part refers to, by the last word of their type; those outside the file are left out. */
async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const at = part.lastIndexOf('/') + 1;
  const root = await xmlIn(archive, `${part.slice(0, at)}_rels/${part.slice(at)}.rels`, 'list of parts');
  return elementsNamed(root, 'Relationship').flatMap(({ attributes }) => {
    const target = resolveReference(part, attributes.Target ?? '');
    if (attributes.TargetMode === 'External' || target === null) return [];
    return { type: attributes.Type?.split('/').at(-1) ?? '', path: target.path };
  });
}

/** The path of the text; refuses workbooks, presentations and other files of the same kind. */
async function mainPart(archive: Archive, relations: readonly Relation[]): Promise<string> {
  const types = await xmlIn(archive, '[Content_Types].xml', 'list of contents');
  const path = relations.find(({ type }) => type === 'officeDocument')?.path ?? 'word/document.xml';
  const stated = elementsNamed(types, 'Override').find(
    ({ attributes }) => attributes.PartName === `/${path}`,
  );
  const type = stated?.attributes.ContentType ?? '';
  if (/spreadsheetml|ms-excel/i.test(type)) throw notABook('This is a spreadsheet.');
  if (/presentationml|ms-powerpoint/i.test(type)) throw notABook('This is a presentation.');
  if (!archive.has(path)) throw brokenBook('its text is missing.');
  if (type !== '' && !wordTypes.test(type)) throw notABook('This isn’t a Word document.');
  return path;
}

/** Reads a Word document (.docx). `name` is the fallback title. */
export async function readDocx(bytes: Uint8Array, name: string, options: ReadOptions): Promise<PiecedBook> {
  const archive = await readArchive(bytes, { ...options, entryBytes: options.documentBytes });
  const stated = await relationsOf(archive, '');
  const main = await mainPart(archive, stated);
  const relations = await relationsOf(archive, main);
  const pathOf = (type: string) => relations.find((relation) => relation.type === type)?.path ?? '';
  const styles = readDocxStyles(await xmlIn(archive, pathOf('styles'), 'styles'));
  const nextLabel = readNumbering(await xmlIn(archive, pathOf('numbering'), 'numbering'));
  const propertiesIn = (type: string, path: string) =>
    xmlIn(archive, stated.find((relation) => relation.type === type)?.path ?? path, 'properties');
  const properties = await propertiesIn('core-properties', 'docProps/core.xml');
  const custom = await propertiesIn('custom-properties', 'docProps/custom.xml');
  const own = ownDetailsOf(custom, properties);
  const writer = documentWriter(
    {
      styleOf: styles.paragraph,
      labelOf: ({ list = '0', listLevel = 0 }) => (list === '0' ? '' : nextLabel(list, listLevel)),
    },
    own !== null,
  );
  for (const part of ['text', 'footnotes', 'endnotes'] as const) {
    const content = await archive.read(part === 'text' ? main : pathOf(part));
    if (content !== null) readDocxPart(content, part, styles, writer);
  }
  return readPages('docx', writer.done(), readProperties(properties), name, options, own);
}
