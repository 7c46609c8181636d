import { hash } from 'node:crypto';
import { ownEpub } from '../../../../platform/own-epub.ts';
import { BookProblem, brokenBook, encryptedBook, notABook, textLimits } from '../book.ts';
import { imageTypeOf } from '../detect.ts';
import { readXhtml } from '../formats/html.ts';
import { cleanLine, plainOf } from '../lines.ts';
import { truncate } from '../titles.ts';
import { withTextBrackets } from './elements.ts';
import { seriesNamed } from './serials.ts';
import { readStyles } from './styles.ts';
import { childNamed, elementsNamed, propertyOf, readXml, type XmlElement, xmlIn } from './xml.ts';
import { type Archive, resolveReference, type Target } from './zip.ts';

interface ManifestItem {
  path: string;
  mediaType: string;
  properties: string[];
}

/** The contents of a package document. Paths are relative to the archive's root. */
export type BookPackage = Awaited<ReturnType<typeof readPackage>>;

const fontObfuscation = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']);

async function refuseEncryption(archive: Archive): Promise<void> {
  const root = await xmlIn(archive, 'META-INF/encryption.xml', 'list of encrypted files');
  const real = elementsNamed(root, 'EncryptedData').some((data) => {
    const method = elementsNamed(data, 'EncryptionMethod')[0]?.attributes.Algorithm ?? '';
    return !fontObfuscation.has(method);
  });
  if (real) throw encryptedBook();
}

async function packagePath(archive: Archive): Promise<string> {
  const root = await xmlIn(archive, 'META-INF/container.xml', 'container file');
  if (root === null) {
    if (archive.has('mimetype')) throw brokenBook('its container file is missing.');
    throw notABook('This is a zip file, not an EPUB.');
  }
  const rootfiles = elementsNamed(root, 'rootfile');
  const path = rootfiles.map((file) => file.attributes['full-path'] ?? '').find((full) => archive.has(full));
  if (path === undefined) throw brokenBook('its package file is missing.');
  return path;
}

/** The text of a fragment of HTML, whose line ends count too, with a line for each paragraph. */
const textOfHtml = (html: string): string =>
  readXhtml(`<pre>${withTextBrackets(html)}`, '', readStyles([]))
    .blocks.map(({ runs }) => plainOf(runs))
    .join('\n');

const maxSubjects = 40;

/** Splits subjects such as 'Fantasy fiction -- Juvenile' and 'FICTION / Fantasy / General' into possible genres. */
function subjectsOf(root: XmlElement): string[] {
  const subjects = elementsNamed(root, 'subject').slice(0, maxSubjects);
  const named = subjects.flatMap(({ text }) => {
    const whole = truncate(cleanLine(text), textLimits.title);
    const parts = whole.split(/\s*(?:--|[,;/>])\s*/);
    return [whole, ...parts, ...parts.map((part) => part.replace(/ (?:fiction|stories|novels?)$/i, ''))];
  });
  return [...new Set(named)].filter((name) => name !== '');
}

// The value of an element's `meta refines="#id" property="…"`.
const refinement = (metas: readonly XmlElement[], { attributes: { id } }: XmlElement, property: string) =>
  id === undefined
    ? undefined
    : metas.find(({ attributes }) => attributes.refines === `#${id}` && attributes.property === property)
        ?.text;

function titleOf(root: XmlElement, metas: readonly XmlElement[]): string {
  const titles = elementsNamed(root, 'title').filter((title) => cleanLine(title.text) !== '');
  const main = titles.find((title) => refinement(metas, title, 'title-type')?.trim() === 'main') ?? titles[0];
  return truncate(cleanLine(textOfHtml(main?.text ?? '')), textLimits.title);
}

function authorOf(root: XmlElement, metas: readonly XmlElement[]): string | null {
  const creators = elementsNamed(root, 'creator').filter(
    ({ text }) => !/^(unknown)?$/i.test(cleanLine(text)),
  );
  const roleOf = (creator: XmlElement) =>
    creator.attributes.role ?? refinement(metas, creator, 'role')?.trim() ?? 'aut';
  const authors = creators.filter((creator) => roleOf(creator) === 'aut');
  const names = new Set(
    (authors.length > 0 ? authors : creators).map((creator) => cleanLine(textOfHtml(creator.text))),
  );
  return names.size === 0 ? null : truncate([...names].join(', '), textLimits.title);
}

// As calibre states it, or EPUB 3; a collection may be a set of volumes instead.
const seriesOf = (metas: readonly XmlElement[]): string =>
  seriesNamed(
    metas.find(({ attributes }) => attributes.name === 'calibre:series')?.attributes.content ??
      metas.find(
        (meta) =>
          meta.attributes.property === 'belongs-to-collection' &&
          (refinement(metas, meta, 'collection-type')?.trim() ?? 'series') === 'series',
      )?.text ??
      '',
  );

function coverOf(items: Map<string, ManifestItem>, metas: readonly XmlElement[], opf: string): string | null {
  for (const item of items.values()) if (item.properties.includes('cover-image')) return item.path;
  const named = metas.find((meta) => meta.attributes.name === 'cover')?.attributes.content;
  if (named === undefined) return null;
  return items.get(named)?.path ?? resolveReference(opf, named)?.path ?? null;
}

/** Reads the container and the package document. Fails for protected books and without a package document. */
export async function readPackage(archive: Archive) {
  const opf = await packagePath(archive);
  await refuseEncryption(archive);
  const bytes = await archive.read(opf);
  if (bytes === null) throw brokenBook('its package file is missing.');
  const root = readXml(bytes, 'package file');
  const metas = elementsNamed(root, 'meta');

  const items = new Map<string, ManifestItem>();
  for (const item of elementsNamed(root, 'item')) {
    const target = resolveReference(opf, item.attributes.href ?? '');
    const id = item.attributes.id;
    if (target === null || id === undefined) continue;
    items.set(id, {
      path: target.path,
      mediaType: item.attributes['media-type'] ?? '',
      properties: (item.attributes.properties ?? '').split(/\s+/),
    });
  }

  /** Text files in reading order; notes, for example, may be non-linear. */
  const spine: { path: string; linear: boolean }[] = [];
  const seen = new Set<string>();
  for (const { attributes } of elementsNamed(root, 'itemref')) {
    const item = items.get(attributes.idref ?? '');
    if (item === undefined || seen.has(item.path) || item.mediaType.startsWith('image/')) continue;
    seen.add(item.path);
    spine.push({ path: item.path, linear: attributes.linear !== 'no' });
  }
  if (spine.length === 0) throw brokenBook('it doesn’t say what order its chapters are in.');

  const ncxId = elementsNamed(root, 'spine')[0]?.attributes.toc ?? '';
  const all = [...items.values()];
  const ncx = items.get(ncxId) ?? all.find((item) => item.mediaType === 'application/x-dtbncx+xml');
  return {
    title: titleOf(root, metas),
    author: authorOf(root, metas),
    description: truncate(
      textOfHtml(elementsNamed(root, 'description')[0]?.text ?? ''),
      textLimits.description,
    ),
    language: elementsNamed(root, 'language')[0]?.text ?? null,
    series: seriesOf(metas),
    /** The subjects, and their parts that may be genres. */
    subjects: subjectsOf(root),
    spine,
    ncx: ncx?.path ?? null,
    nav: all.find((item) => item.properties.includes('nav'))?.path ?? null,
    guide: elementsNamed(root, 'reference').flatMap((reference) => {
      const target = resolveReference(opf, reference.attributes.href ?? '');
      return target === null ? [] : [{ type: reference.attributes.type ?? '', target }];
    }),
    /** The path of the declared cover image. */
    coverImage: coverOf(items, metas, opf),
    root,
  };
}

/** One entry of a table of contents, in its original order; depth starts at 0. A heading may have no link. */
type TocEntry = { title: string; target: Target | null; depth: number };

/** The table of contents, and the landmarks with their types. */
export interface Toc {
  entries: TocEntry[];
  landmarks: { type: string; target: Target }[];
}

const typesOf = (element: XmlElement) => (element.attributes.type ?? '').split(/\s+/);

/** The entries of a list, which is `ol` of a nav document or `navMap` of an NCX in the file `from`. */
const entriesIn = (list: XmlElement, from: string, depth = 0): TocEntry[] =>
  list.children.flatMap((item) => {
    if (item.name !== 'li' && item.name !== 'navPoint') return [];
    const label = childNamed(item, 'a', 'span', 'p', 'navLabel');
    const link = childNamed(item, 'a', 'content') ?? elementsNamed(label, 'a')[0];
    const href = link?.attributes.href ?? link?.attributes.src;
    const target = href === undefined ? null : resolveReference(from, href);
    return [
      ...((label ?? link) ? [{ title: truncate(cleanLine(label?.text ?? ''), 400), target, depth }] : []),
      ...entriesIn(childNamed(item, 'ol', 'ul') ?? item, from, depth + 1),
    ];
  });

function tocOf(bytes: Uint8Array, path: string): Toc {
  const root = readXml(bytes, 'table of contents');
  const navs = elementsNamed(root, 'nav');
  const navOf = (type: string) => navs.find((nav) => typesOf(nav).includes(type));
  const list = elementsNamed(navOf('toc') ?? navs[0], 'ol')[0] ?? elementsNamed(root, 'navMap')[0];
  const landmarks = elementsNamed(navOf('landmarks'), 'a').flatMap((link) => {
    const target = resolveReference(path, link.attributes.href ?? '');
    return target === null ? [] : typesOf(link).map((type) => ({ type, target }));
  });
  return { entries: list ? entriesIn(list, path) : [], landmarks };
}

/** Reads the table of contents from the nav document (EPUB 3), else from the NCX (EPUB 2); empty if there is none. */
export async function readToc(archive: Archive, book: BookPackage): Promise<Toc> {
  for (const path of [book.nav, book.ncx]) {
    const bytes = path === null ? null : await archive.read(path);
    if (bytes === null || path === null) continue;
    try {
      const toc = tocOf(bytes, path);
      if (toc.entries.length > 0) return toc;
    } catch (error) {
      // Ignore an unreadable table of contents: chapters are then found by the headings in the text.
      if (!(error instanceof BookProblem) || error.code !== 'BROKEN') throw error;
    }
  }
  return { entries: [], landmarks: [] };
}

type Cover = { bytes: Uint8Array; mediaType: string };

const maxCoverBytes = 5 * 1024 * 1024;
const wrapped =
  /(?:xlink:)?href\s*=\s*["']data:image\/(?:jpeg|jpg|png|gif|webp);base64,([A-Za-z0-9+/=\s]+)["']/;
const pictureIn = /<(?:img|image)\b[^>]{0,2000}?(?:src|xlink:href|href)\s*=\s*(?:"([^"]+)"|'([^']+)')/i;

const rasterOf = (bytes: Uint8Array): Cover | null => {
  const mediaType = imageTypeOf(bytes);
  return mediaType === null || bytes.length > maxCoverBytes ? null : { bytes, mediaType };
};

// The image at a path, or the image inside an SVG or an XHTML page.
async function readCover(archive: Archive, path: string, depth: number): Promise<Cover | null> {
  const bytes = await archive.read(path);
  if (bytes === null) return null;
  const image = rasterOf(bytes);
  if (image !== null || depth === 0 || imageTypeOf(bytes) !== null) return image;
  const markup = new TextDecoder().decode(bytes);
  const data = wrapped.exec(markup)?.[1];
  if (data !== undefined) return rasterOf(new Uint8Array(Buffer.from(data, 'base64')));
  const found = pictureIn.exec(markup);
  const target = found && resolveReference(path, found[1] ?? found[2] ?? '');
  return target ? await readCover(archive, target.path, depth - 1) : null;
}

/**
 * The cover as a raster image; null when the book has none in a supported format, or one that Inkling generated: an
 * imported story gets a generated cover again.
 */
export async function coverOfBook(archive: Archive, book: BookPackage): Promise<Cover | null> {
  const pages = book.guide.filter((reference) => reference.type === 'cover').map(({ target }) => target.path);
  const first = book.spine[0]?.path;
  const generated = propertyOf(book.root, ownEpub.generatedCover);
  const named = [book.coverImage, ...pages].filter((path) => path !== null);
  if (first !== undefined && /cover/i.test(first)) named.push(first);
  for (const path of named) {
    const cover = await readCover(archive, path, 2);
    if (cover !== null) return hash('sha256', cover.bytes) === generated ? null : cover;
  }
  return null;
}
