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

const base = '/opds/v2';
export const opds2Type = 'application/opds+json';
export const publicationType = 'application/opds-publication+json';

const link = (rel: string, href: string, type = opds2Type) => ({ rel, href, type });

const publication = ({ origin }: Site, book: Book) => {
  const { story, series } = book;
  const { author } = story;
  const profile = `${origin}/profile/${encodeURIComponent(author.username)}`;
  return {
    metadata: {
      '@type': 'http://schema.org/Book',
      title: story.title,
      identifier: `urn:uuid:${story._id}`,
      author: [{ name: author.displayName, links: [{ href: profile, type: 'text/html' }] }],
      language: story.language,
      modified: changedAt(story),
      ...(story.publishedAt !== null && { published: story.publishedAt }),
      description: summaryOf(book),
      subject: subjectsOf(story),
      ...(series !== null && { belongsTo: { series: [series] } }),
    },
    links: [
      link('self', `${origin}${base}/stories/${story._id}`, publicationType),
      ...book.files.map(({ path, type, title }) => ({
        ...link('http://opds-spec.org/acquisition', origin + path, type),
        title,
      })),
      link('alternate', origin + book.page, 'text/html'),
    ],
    images: [{ href: origin + book.cover, type: 'image/jpeg' }],
  };
};

/** A story by itself. */
export const writePublication = (site: Site, book: Book): string => JSON.stringify(publication(site, book));

/** A shelf as OPDS 2.0. A feed must list something, so one without stories leads back to the first shelf. */
export function writeOpds2(site: Site, shelf: Shelf): string {
  const { next, previous } = pagesAround(shelf);
  const { page, books, shelves } = shelf;
  const to = (rel: string, number: number | null) =>
    number === null ? [] : [link(rel, base + pagePath(shelf, number))];
  const navigation = shelves.map(({ path, title }) => ({
    title,
    ...link('subsection', base + path),
  }));
  const first = { title: 'All shelves', ...link('start', `${base}/catalog`) };
  return JSON.stringify({
    metadata: {
      title: shelf.title,
      modified: shelf.updatedAt.toISOString(),
      ...(page !== null && {
        numberOfItems: page.total,
        itemsPerPage: page.size,
        currentPage: page.number,
      }),
    },
    links: [
      ...to('self', page?.number ?? 1),
      link('start', `${base}/catalog`),
      ...(shelf.up === null ? [] : [link('up', base + shelf.up)]),
      { ...link('search', `${base}/search{?query}`), templated: true },
      ...to('next', next),
      ...to('previous', previous),
    ],
    ...(books.length === 0
      ? { navigation: navigation.length === 0 ? [first] : navigation }
      : { publications: books.map((book) => publication(site, book)) }),
  });
}
