import type { PiecedBook, ReadOptions } from '../book.ts';
import { brokenBook, encryptedBook, notABook } from '../book-problem.ts';
import { elementsNamed, type XmlElement, xmlIn, xmlTree } from '../epub/xml.ts';
import { type Archive, readArchive } from '../epub/zip.ts';
import { type DocumentPages, documentWriter } from './document-writer.ts';
import { followLists, readOdtStyles } from './odt-styles.ts';
import { readPages, readProperties } from './read-pages.ts';
import { type Format, isOrnament } from './styles.ts';
import { type Opened, type Position, readXmlEvents } from './xml-events.ts';

// Deleted text, indexes, declarations, and copies of what is shown elsewhere.
const skipped = new Set(
  (
    'tracked-changes annotation annotation-end table-of-content alphabetical-index illustration-index table-index ' +
    'object-index user-index bibliography sequence-decls variable-decls user-field-decls dde-connection-decls forms ' +
    'scripts script note-citation number binary-data hidden-text desc event-listeners ' +
    'covered-table-cell'
  ).split(' '),
);

const maxOutline = 10;

/** Elements whose spaces are part of the text. */
const inline = /^(?:p|h|span|a|ruby-base|meta)$/;

/** Whether a section is hidden, always or by its condition when the file was saved; or a field is unfilled. */
const isHidden = ({ name, attributes }: Opened): boolean =>
  name === 'placeholder' ||
  attributes['showing-place-holder'] === 'true' ||
  (name === 'section' && (attributes.display === 'none' || attributes['is-hidden'] === 'true'));

/** The path of an object inside the file, as its text and its list of contents write it. */
const objectPath = (path = ''): string => path.replace(/^\.\/|\/$/g, '');

/**
 * Reads the text of an OpenDocument file, and the styles above it; `common` are those of its style file, `formulas` the
 * paths of its formulas. Text boxes follow the paragraph that they are in. Tracked changes count as accepted.
 */
function readOdtBody(
  bytes: Uint8Array,
  common: XmlElement | null,
  formulas: ReadonlySet<string>,
): DocumentPages {
  const automatic = xmlTree();
  let styles = readOdtStyles([]);
  let lists = followLists(styles);
  const writer = documentWriter({
    styleOf: (style) => styles.style('paragraph', style),
    labelOf({ outline = 0 }, isBlank) {
      if (outline > 0) return lists.headingLabel(outline);
      return isBlank ? '' : lists.takeLabel();
    },
  });
  /** The format of each open paragraph, and those of the spans in it. */
  const formats: Format[][] = [];
  let reading: string | null = null;

  const begin = ({ name, attributes }: Opened) => {
    const style = attributes['style-name'];
    const outline = Math.min(Math.max(1, Number(attributes['outline-level']) || 1), maxOutline);
    writer.begin(style, name === 'h' ? { outline } : {});
    formats.push([styles.style('paragraph', style)]);
  };

  const write = (text: string) => {
    const all = formats.at(-1) ?? [];
    writer.addText(text, Object.assign({}, all[0], { bold: false }, ...all.slice(1)));
  };

  const isFormula = ({ name, attributes }: Opened): boolean =>
    name === 'math' || (name === 'object' && formulas.has(objectPath(attributes.href)));

  const isSkipped = ({ name }: Opened, parent = ''): boolean => {
    // The title of a picture, and not the field with the title of the document.
    if (name === 'title') return !/^(?:p|h|span|a)$/.test(parent);
    return skipped.has(name);
  };

  const openInBody = (element: Opened, at: Position) => {
    const { name, attributes } = element;
    if (name === 'annotation') writer.losses.comments += 1;
    if (name === 'hidden-text') writer.countLost(attributes['string-value'] ?? '');
    if (isHidden(element)) at.skip(name, writer.countLost);
    else if (isFormula(element)) {
      writer.losses.formulas += 1;
      // Its picture is left out too.
      at.skip('frame');
    } else if (isSkipped(element, at.path.at(-2))) at.skip(name);
    else if (name === 'p' || name === 'h') begin(element);
    else if (name === 'span') formats.at(-1)?.push(styles.style('text', attributes['style-name']));
    else if (name === 'tab') write(' ');
    else if (name === 's') write(' '.repeat(Math.min(Number(attributes.c) || 1, 100)));
    else if (name === 'line-break') writer.addLineBreak();
    else if (name === 'a')
      writer.beginLink(attributes.href?.startsWith('#') ? attributes.href.slice(1) : null);
    else if (name === 'bookmark' || name === 'bookmark-start') writer.addAnchor(attributes.name ?? '');
    else if (name === 'list') lists.begin(attributes);
    else if (name === 'list-item') lists.item(attributes);
    else if (name === 'note') writer.addNoteReference(`n${writer.noteIds.length + 1}`);
    else if (name === 'note-body') writer.beginNote(writer.noteIds.at(-1) ?? '');
    else if (name === 'image') writer.losses.images += 1;
    else if (
      /^(?:line|connector|polyline|path)$/.test(name) ||
      (name === 'enhanced-geometry' && isOrnament(attributes.type))
    )
      writer.set({ ruledBelow: true });
    else if (name === 'ruby-text') reading = '';
    else writer.tag(name, true);
  };

  readXmlEvents(bytes, 'text', {
    open(element, at) {
      if (element.name === 'body' && at.path.length === 2) {
        styles = readOdtStyles([...(common === null ? [] : [common]), automatic.root]);
        lists = followLists(styles);
      } else if (at.path[1] !== 'body') automatic.open(element);
      else openInBody(element, at);
    },
    close(name, { path }) {
      if (path[1] !== 'body') automatic.close();
      else if (name === 'p' || name === 'h') {
        writer.end();
        formats.pop();
      } else if (name === 'span') formats.at(-1)?.pop();
      else if (name === 'a') writer.endLink();
      else if (name === 'list') lists.end();
      else if (name === 'note-body') writer.endNote();
      else if (name === 'ruby-text') {
        if (reading) writer.addRuby(reading);
        reading = null;
      } else writer.tag(name, false);
    },
    text(text, { path }) {
      if (path[1] !== 'body') return;
      if (reading !== null) reading += text;
      else if (text.trim() !== '' || inline.test(path.at(-1) ?? '')) write(text.replace(/[ \t\r\n]+/g, ' '));
    },
  });
  return writer.done();
}

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
