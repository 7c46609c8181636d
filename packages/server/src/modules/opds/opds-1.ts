import { xmlAttribute, xmlDeclaration, xmlText } from '../exports/index.ts';
import {
  type Book,
  changedAt,
  pagePath,
  pagesAround,
  type Shelf,
  type Site,
  subjectsOf,
  summaryOf,
} from './shelf.ts';

const base = '/opds/v1.2';
export const catalogType = (kind: 'navigation' | 'acquisition') =>
  `application/atom+xml;profile=opds-catalog;kind=${kind}`;
const kindOf = (hasShelves: boolean) => (hasShelves ? 'navigation' : 'acquisition');

const element = (name: string, text: string): string => `<${name}>${xmlText(text)}</${name}>\n`;
const link = (rel: string, type: string, href: string, title = ''): string =>
  `<link rel="${rel}" type="${xmlAttribute(type)}" href="${xmlAttribute(href)}"${title && ` title="${xmlAttribute(title)}"`}/>\n`;

const writeBook = ({ origin }: Site, book: Book): string => {
  const { story, series } = book;
  const author = `${origin}/profile/${encodeURIComponent(story.author.username)}`;
  return [
    '<entry>\n',
    element('id', `urn:uuid:${story._id}`),
    element('title', story.title),
    `<author>\n${element('name', story.author.displayName)}${element('uri', author)}</author>\n`,
    element('updated', changedAt(story)),
    story.publishedAt === null ? '' : element('published', story.publishedAt),
    element('dc:language', story.language),
    story.publishedAt === null ? '' : element('dc:issued', story.publishedAt.slice(0, 10)),
    ...subjectsOf(story).map(
      (name) => `<category term="${xmlAttribute(name)}" label="${xmlAttribute(name)}"/>\n`,
    ),
    series === null
      ? ''
      : `<schema:Series schema:name="${xmlAttribute(series.name)}" schema:position="${series.position}"/>\n`,
    `<summary type="text">${xmlText(summaryOf(book))}</summary>\n`,
    link('http://opds-spec.org/image', 'image/jpeg', origin + book.cover),
    link('http://opds-spec.org/image/thumbnail', 'image/jpeg', origin + book.cover),
    ...book.files.map(({ path, type, title }) =>
      link('http://opds-spec.org/acquisition', type, origin + path, title),
    ),
    link('alternate', 'text/html', origin + book.page),
    '</entry>\n',
  ].join('');
};

/** A shelf as OPDS 1.2. Series are in the namespace that Readium's apps read, which has no slash at its end. */
export function writeOpds1(site: Site, shelf: Shelf): string {
  const { next, previous } = pagesAround(shelf);
  const { page } = shelf;
  const type = catalogType(kindOf(page === null));
  const start = catalogType('navigation');
  const to = (rel: string, number: number | null) =>
    number === null ? '' : link(rel, type, base + pagePath(shelf, number));
  return [
    xmlDeclaration,
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/terms/" xmlns:opds="http://opds-spec.org/2010/catalog" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:schema="http://schema.org">\n',
    element('id', `${site.origin}${base}${pagePath(shelf, page?.number ?? 1)}`),
    element('title', shelf.title),
    element('updated', shelf.updatedAt.toISOString()),
    `<author>\n${element('name', site.name)}${element('uri', `${site.origin}/`)}</author>\n`,
    link('self', type, base + pagePath(shelf, page?.number ?? 1)),
    link('start', start, `${base}/catalog`),
    shelf.up === null ? '' : link('up', start, base + shelf.up),
    link('search', 'application/opensearchdescription+xml', `${base}/search.xml`),
    to('next', next),
    to('previous', previous),
    ...(page === null
      ? []
      : [
          element('opensearch:totalResults', String(page.total)),
          element('opensearch:itemsPerPage', String(page.size)),
          element('opensearch:startIndex', String((page.number - 1) * page.size + 1)),
        ]),
    ...shelf.shelves.map(({ path, title, summary, hasShelves }) =>
      [
        '<entry>\n',
        element('id', `${site.origin}${base}${path}`),
        element('title', title),
        element('updated', shelf.updatedAt.toISOString()),
        `<content type="text">${xmlText(summary)}</content>\n`,
        link('subsection', catalogType(kindOf(hasShelves)), base + path),
        '</entry>\n',
      ].join(''),
    ),
    ...shelf.books.map((book) => writeBook(site, book)),
    '</feed>\n',
  ].join('');
}

/** The OpenSearch description of the search for stories. */
export const writeOpenSearch = ({ origin, name }: Site): string =>
  [
    xmlDeclaration,
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">\n',
    element('ShortName', name),
    element('Description', `Search for stories on ${name}`),
    element('InputEncoding', 'UTF-8'),
    element('OutputEncoding', 'UTF-8'),
    `<Url type="${catalogType('acquisition')}" template="${xmlAttribute(origin)}${base}/search?q={searchTerms}&amp;page={startPage?}"/>\n`,
    '</OpenSearchDescription>\n',
  ].join('');
