import { type BookLimits, noLosses, type PiecedBook } from '../book.ts';
import { brokenBook, encryptedBook, notABook } from '../book-problem.ts';
import { elementsNamed, type XmlElement, xmlIn } from '../epub/xml.ts';
import { type Archive, readArchive } from '../epub/zip.ts';
import { readOdtBody } from './odt-body.ts';
import { readOdtStyles } from './odt-styles.ts';
import { noProperties, readProperties } from './properties.ts';
import { readPages } from './read-pages.ts';
import { readXmlEvents } from './xml-events.ts';

/** The styles inside the text's file, which come before the text: a small file of their own. */
function automaticStyles(content: Uint8Array): XmlElement {
  const root: XmlElement = { name: 'styles', attributes: new Map(), children: [], text: '' };
  const open: XmlElement[] = [];
  readXmlEvents(content, 'text', {
    open({ name, attributes }) {
      if (open.length === 0 && name !== 'automatic-styles') return;
      const element: XmlElement = {
        name,
        attributes: new Map(Object.entries(attributes)),
        children: [],
        text: '',
      };
      (open.at(-1) ?? root).children.push(element);
      open.push(element);
    },
    close() {
      open.pop();
    },
    text() {},
  });
  return root;
}

async function refuseOthers(archive: Archive): Promise<void> {
  const bytes = await archive.read('mimetype');
  const type = bytes === null ? '' : new TextDecoder().decode(bytes.subarray(0, 200)).trim();
  if (/spreadsheet/.test(type)) throw notABook('This is a spreadsheet.');
  if (/presentation|graphics|chart|formula|image|database|base/.test(type))
    throw notABook('This is an OpenDocument file, but not a text.');
  const manifest = await xmlIn(archive, 'META-INF/manifest.xml', 'list of contents');
  if (manifest && elementsNamed(manifest, 'encryption-data').length > 0) throw encryptedBook();
}

/** Reads an OpenDocument text (.odt). `name` is the fallback title. */
export async function readOdt(bytes: Uint8Array, limits: BookLimits, name: string): Promise<PiecedBook> {
  const archive = await readArchive(bytes, { ...limits, entryBytes: limits.documentBytes });
  await refuseOthers(archive);
  const content = await archive.read('content.xml');
  if (content === null) throw brokenBook('its text is missing.');
  const common = await xmlIn(archive, 'styles.xml', 'styles');
  const styles = readOdtStyles([...(common === null ? [] : [common]), automaticStyles(content)]);
  const meta = await xmlIn(archive, 'meta.xml', 'properties');
  return readPages(
    'odt',
    readOdtBody(content, styles, noLosses()),
    meta === null ? noProperties : readProperties(meta),
    name,
  );
}
