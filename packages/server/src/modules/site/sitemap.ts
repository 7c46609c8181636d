import { hash } from 'node:crypto';
import { minute } from '../../platform/clock.ts';
import { publicUrl } from '../../platform/config.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { escapeHtml } from '../../platform/http/html.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import { currentRevisions } from '../stories/index.ts';
import { findPages, idAfter, type ListName, listNames } from './sitemap.queries.ts';

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>;

/** A file for crawlers. */
export interface RobotFile {
  xml: Buffer;
  etag: string;
}

/** Addresses in one file; the format allows 50,000. */
const maxAddresses = 10_000;
/** Rows of one query, so that other requests can have their turn in between. */
const batchSize = 1000;
const firstId = '00000000-0000-0000-0000-000000000000';
/** Public pages that have no row in the database. */
const fixedPages = ['/', '/about', '/contact', '/devices', '/privacy', '/rankings', '/store', '/terms'];
const folders: Record<ListName, string> = {
  stories: '/story/',
  people: '/profile/',
  collections: '/collection/',
  series: '/series/',
  communities: '/community/',
  posts: '/community/',
};

/** Lists whose changes don't raise the catalogue's revision. */
const ownLists: ListName[] = ['collections', 'communities', 'posts'];

const files = perInstance((_db: Db) => revisionCache(({ xml }: RobotFile) => xml.length));

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

function fileOf(root: 'urlset' | 'sitemapindex', entries: string[]): RobotFile {
  const xml = Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">\n${entries.join('')}</${root}>\n`,
  );
  return { xml, etag: `W/"${hash('sha256', xml, 'base64url').slice(0, 27)}"` };
}

const entry = (name: 'url' | 'sitemap', address: string, changed: Date | null = null): string =>
  `<${name}><loc>${escapeHtml(address)}</loc>${changed === null ? '' : `<lastmod>${changed.toISOString()}</lastmod>`}</${name}>\n`;

/** An id without its random part: the time of its creation, so that no id of a story that is withdrawn later shows. */
const timeOf = (id: string): string => id.replaceAll('-', '').slice(0, 12);
const idAt = (time: string): string => `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;

/** Where each file of a list begins, as times of ids. */
async function findStarts(db: Db, list: ListName): Promise<string[]> {
  const starts: string[] = [];
  let next = (await findPages(db, list, { from: firstId }, 1))[0]?.id;
  // It would be without end if more than a file's stories were created in the same millisecond.
  while (next !== undefined && timeOf(next) !== starts.at(-1)) {
    starts.push(timeOf(next));
    next = await idAfter(db, list, idAt(timeOf(next)), maxAddresses);
  }
  return starts;
}

/** The names of all files. Finding them reads every public story's id, so it is done every ten minutes at most. */
const fileNames = perInstance((_db: Db) => revisionCache((names: string[]) => 100 + 100 * names.length));
const namesLast = 10 * minute;

const fixedFile = 'pages.xml';

function findFileNames({ db, clock }: Context): Promise<string[]> {
  const period = Math.floor(clock.now().getTime() / namesLast);
  return fileNames(db).load('names', period, async () => {
    const starts = await Promise.all(listNames.map((list) => findStarts(db, list)));
    const named = listNames.flatMap((list, index) =>
      (starts[index] ?? []).map((time) => `${list}-${time}.xml`),
    );
    return [fixedFile, ...named];
  });
}

/** The index of all files. */
export async function sitemapIndex(ctx: Context): Promise<RobotFile> {
  const origin = publicUrl(ctx.config);
  const names = await findFileNames(ctx);
  return fileOf(
    'sitemapindex',
    names.map((name) => entry('sitemap', `${origin}/sitemaps/${name}`)),
  );
}

async function writeList({ db, config }: Context, list: ListName, time: string): Promise<RobotFile> {
  const folder = publicUrl(config) + folders[list];
  const entries: string[] = [];
  let start: Parameters<typeof findPages>[2] = { from: idAt(time) };
  while (entries.length < maxAddresses) {
    const rows = await findPages(db, list, start, batchSize);
    entries.push(
      ...rows.map(({ name, changed }) =>
        entry('url', folder + name.split('/').map(encodeURIComponent).join('/'), changed),
      ),
    );
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) break;
    start = { after: last.id };
  }
  return fileOf('urlset', entries);
}

const isList = (name: string | undefined): name is ListName => listNames.some((list) => list === name);

/**
 * A file of the index, as the database is now; null if the index has no such file, so the number of files that
 * can be requested is bounded.
 */
export async function sitemapFile(ctx: Context, name: string): Promise<RobotFile | null> {
  if (name === fixedFile) {
    const origin = publicUrl(ctx.config);
    return fileOf(
      'urlset',
      fixedPages.map((path) => entry('url', origin + path)),
    );
  }
  if (!(await findFileNames(ctx)).includes(name)) return null;
  const [, list, time] = /^([a-z]+)-([0-9a-f]{12})\.xml$/.exec(name) ?? [];
  if (!isList(list) || time === undefined) return null;
  if (ownLists.includes(list)) return writeList(ctx, list, time);
  const { catalogue } = await currentRevisions(ctx.db)();
  return files(ctx.db).load(name, catalogue, () => writeList(ctx, list, time));
}

/**
 * Paths that only signed-in people open, or that hold nothing for a search engine. A `$` ends a path: the profiles of
 * others are below one's own.
 */
const privatePaths = [
  '/api/',
  '/feeds/mine/',
  '/home',
  '/discover',
  '/search',
  '/category/',
  '/library',
  '/reading/',
  '/write',
  '/notifications',
  '/inbox',
  '/settings',
  '/admin',
  '/profile$',
  '/community$',
  '/community?',
  '/rewards',
  '/achievements',
  '/leaderboard',
  '/inventory',
  '/store/checkout/',
  '/analytics',
  '/reset-password',
  '/verify-email',
  '/unsubscribe',
  '/draft',
];

/** What crawlers may open, and where the sitemap is. */
export const robotsText = ({ config }: Pick<AppContext, 'config'>): string =>
  [
    'User-agent: *',
    ...privatePaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl(config)}/sitemap.xml`,
    '',
  ].join('\n');
