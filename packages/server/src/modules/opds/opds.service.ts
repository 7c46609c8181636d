import type { LibraryFilter } from '@inkling/contract/library';
import { opdsLimits } from '@inkling/contract/limits';
import type { Story } from '@inkling/contract/stories';
import { id as idSchema } from '@inkling/contract/text';
import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { siteName } from '../../platform/email/configured.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import { readerOf } from '../chapters/index.ts';
import { findCollected, listMine, listSaved } from '../collections/index.ts';
import { ebookOf } from '../ebooks/index.ts';
import { coverOf } from '../exports/index.ts';
import { type EntryRow, findContinueReading, findEntries, findFollowing } from '../library/index.ts';
import { searchStories } from '../search/index.ts';
import { findStories, type ListedViewerState, presentStories, requireReadable } from '../stories/index.ts';
import { listSeries } from './opds.queries.ts';
import type { Book, Shelf, ShelfLink } from './shelf.ts';

const { page: size } = opdsLimits;
/** More stories than a reader has in progress at once; as on the home page. */
const maxContinued = 500;

/** The shelves of the library, by what follows '/library/' in their address. */
const libraryShelves: Record<string, { title: string; filter: LibraryFilter }> = {
  reading: { title: 'Reading', filter: 'reading' },
  completed: { title: 'Completed', filter: 'completed' },
  'on-hold': { title: 'On hold', filter: 'on_hold' },
  dropped: { title: 'Dropped', filter: 'dropped' },
  saved: { title: 'Saved', filter: 'saved' },
};

const fileKinds = {
  epub: { type: 'application/epub+zip', title: 'EPUB' },
  kepub: { type: 'application/kepub+zip', title: 'EPUB for Kobo' },
};

/** The files of a story that its reader may fetch; without any, its page, since both formats require a link. */
const filesOf = ({ _id: id, isPublished, allowsEbook }: Story): Book['files'] => {
  const files = ebookOf({ id, ebook_allowed: isPublished && allowsEbook === true });
  return files.length > 0
    ? files.map(({ format, path }) => ({ path, ...fileKinds[format] }))
    : [{ path: `/story/${id}`, type: 'text/html', title: 'Read on the site' }];
};

interface Found {
  state: ListedViewerState;
  /** Unread chapters, or new ones. */
  news?: string;
}

const unreadNews = (count: number): string =>
  count === 0 ? '' : `${count} unread ${count === 1 ? 'chapter' : 'chapters'}`;

async function toBooks(ctx: RequestContext, viewer: Viewer, found: Found[]): Promise<Book[]> {
  const stories = await presentStories(
    ctx,
    found.map(({ state }) => state),
    viewer,
  );
  return withSeries(ctx, stories, new Map(found.map(({ state, news }) => [state.id, news ?? ''])));
}

async function withSeries(
  { db }: RequestContext,
  stories: Story[],
  news: Map<string, string>,
): Promise<Book[]> {
  const ids = stories.map(({ _id }) => _id);
  const rows = ids.length === 0 ? [] : await listSeries(db, ids);
  const seriesOf = new Map(rows.map(({ story_id, name, position }) => [story_id, { name, position }]));
  return stories.map((story) => ({
    story,
    news: news.get(story._id) ?? '',
    series: seriesOf.get(story._id) ?? null,
    page: `/story/${story._id}`,
    cover: `/opds/cover/${story._id}`,
    files: filesOf(story),
  }));
}

const foundEntries = (rows: EntryRow[]): Found[] =>
  rows.flatMap(({ story, is_bookmarked, unread }) =>
    story === null ? [] : [{ state: { ...story, is_bookmarked }, news: unreadNews(unread) }],
  );

interface Request {
  /** What follows the version in the address, without the query. */
  path: string;
  page: number;
  q: string;
}

type Read = (
  ctx: RequestContext,
  viewer: Viewer,
  request: Request,
  name: string,
) => Promise<Pick<Shelf, 'title' | 'up'> & (Pick<Shelf, 'shelves'> | { books: Book[]; total: number })>;

const link = (path: string, title: string, summary: string, hasShelves = false): ShelfLink => ({
  path,
  title,
  summary,
  hasShelves,
});

/** Every shelf, by the pattern of its path. A group in the pattern is its name. */
const shelves: [RegExp, Read][] = [
  [
    /^\/catalog$/,
    async () => ({
      title: siteName,
      up: null,
      shelves: [
        link('/continue', 'Continue reading', 'Stories you are reading, last read first.'),
        link('/following', 'Following', 'Stories you follow, last updated first.'),
        link('/library', 'My library', 'By status.', true),
        link('/collections', 'Collections', 'Your own and those you saved.', true),
      ],
    }),
  ],
  [
    /^\/continue$/,
    async (ctx, viewer, { page }) => {
      const rows = await findContinueReading(ctx.db, readerOf(ctx, viewer), maxContinued);
      const found = foundEntries(rows.slice((page - 1) * size, page * size));
      return {
        title: 'Continue reading',
        up: '/catalog',
        books: await toBooks(ctx, viewer, found),
        total: rows.length,
      };
    },
  ],
  [
    /^\/following$/,
    async (ctx, viewer, { page }) => {
      const options = { page, limit: size, sort: 'updated' } as const;
      const { rows, total } = await findFollowing(ctx.db, readerOf(ctx, viewer), options);
      const found = rows.map(({ story, unread }) => ({ state: story, news: unreadNews(unread) }));
      return { title: 'Following', up: '/catalog', books: await toBooks(ctx, viewer, found), total };
    },
  ],
  [
    /^\/library$/,
    async () => ({
      title: 'My library',
      up: '/catalog',
      shelves: Object.entries(libraryShelves).map(([name, { title }]) =>
        link(`/library/${name}`, title, `${title}, last read first.`),
      ),
    }),
  ],
  [
    /^\/library\/([a-z-]+)$/,
    async (ctx, viewer, { page }, name) => {
      const shelf = Object.hasOwn(libraryShelves, name) ? libraryShelves[name] : undefined;
      if (shelf === undefined) throw notFound('Shelf');
      const view = { filters: [shelf.filter], sort: '-lastRead' } as const;
      const { rows, total } = await findEntries(ctx.db, readerOf(ctx, viewer), view, { page, limit: size });
      const books = await toBooks(ctx, viewer, foundEntries(rows));
      return { title: shelf.title, up: '/library', books, total };
    },
  ],
  [
    /^\/collections$/,
    async (ctx, viewer) => {
      // All of them fit on one page of a list of shelves.
      const all = { page: 1, limit: 200 };
      const [mine, saved] = await Promise.all([listMine(ctx, viewer, all), listSaved(ctx, viewer, all)]);
      return {
        title: 'Collections',
        up: '/catalog',
        shelves: [...mine.data, ...saved.data].map(({ _id, name, storyCount }) =>
          link(`/collections/${_id}`, name, `${storyCount} ${storyCount === 1 ? 'story' : 'stories'}`),
        ),
      };
    },
  ],
  [
    /^\/collections\/([0-9a-f-]{36})$/,
    async (ctx, viewer, { page }, name) => {
      const id = idSchema.safeParse(name).data;
      if (id === undefined) throw notFound('Collection');
      const { name: title, states, total } = await findCollected(ctx, viewer, id, { page, limit: size });
      const books = await toBooks(
        ctx,
        viewer,
        states.map((state) => ({ state })),
      );
      return { title, up: '/collections', books, total };
    },
  ],
  [
    /^\/search$/,
    async (ctx, viewer, { page, q }) => {
      const title = `Search: ${q}`;
      if (q.trim() === '') return { title, up: '/catalog', books: [], total: 0 };
      const query = { q, page, limit: size, sortBy: 'relevance' } as const;
      const { data, pagination } = await searchStories(ctx, viewer, query);
      return {
        title,
        up: '/catalog',
        books: await withSeries(ctx, data, new Map()),
        total: pagination.total,
      };
    },
  ],
];

/** The shelf at a path, as its reader sees it. Throws NOT_FOUND. */
export async function readShelf(ctx: RequestContext, viewer: Viewer, request: Request): Promise<Shelf> {
  for (const [pattern, read] of shelves) {
    const match = pattern.exec(request.path);
    if (match === null) continue;
    const found = await read(ctx, viewer, request, match[1] ?? '');
    const path = request.q === '' ? request.path : `${request.path}?q=${encodeURIComponent(request.q)}`;
    const common = { path, title: found.title, up: found.up, updatedAt: ctx.clock.now() };
    return 'books' in found
      ? {
          ...common,
          shelves: [],
          books: found.books,
          page: { number: request.page, size, total: found.total },
        }
      : { ...common, shelves: found.shelves, books: [], page: null };
  }
  throw notFound('Shelf');
}

/** A story by itself, as on a shelf. Throws NOT_FOUND. */
export async function readBook(ctx: RequestContext, viewer: Viewer, storyId: string): Promise<Book> {
  const found = (await findStories(ctx.db, [storyId], viewer.id)).get(storyId);
  const [book] = await toBooks(ctx, viewer, [{ state: requireReadable(viewer, found) }]);
  if (book === undefined) throw notFound('Story');
  return book;
}

const covers = revisionCache<Awaited<ReturnType<typeof coverOf>>>(({ bytes }) => bytes.length + 1000);

/** A story's cover as JPEG, which every e-reader shows; as SVG where only the device's fonts have the letters. */
export async function readCover(ctx: RequestContext, viewer: Viewer, storyId: string) {
  const story = requireReadable(viewer, (await findStories(ctx.db, [storyId], viewer.id)).get(storyId));
  const { display_name: displayName, username } = story.author;
  const covered = {
    id: story.id,
    title: story.title,
    author: displayName || username,
    style: story.cover_style,
    cover: story.cover_image,
  };
  const revision = JSON.stringify(covered);
  return (
    covers.get(storyId, revision) ??
    // Others may wait for the same cover when the first is gone.
    (await covers.refresh(storyId, revision, () => coverOf({ ...ctx, isClientGone: () => false }, covered)))
  );
}
