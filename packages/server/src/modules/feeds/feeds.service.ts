import { hash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { plainText } from '@inkling/contract/chapter-text';
import { feedLimits, storyNoteLimits } from '@inkling/contract/limits';
import { withLinkSource } from '@inkling/contract/link-source';
import { id as idSchema } from '@inkling/contract/text';
import { usernameInPath } from '@inkling/contract/usernames';
import { signInRequired } from '../../platform/access.ts';
import { day } from '../../platform/clock.ts';
import { publicUrl } from '../../platform/config.ts';
import type { AppContext, Viewer } from '../../platform/context.ts';
import { siteName } from '../../platform/email/configured.ts';
import { FileResponse } from '../../platform/http/file-response.ts';
import { excerptOf } from '../../platform/texts.ts';
import { readerOf } from '../chapters/index.ts';
import { announced } from '../notifications/index.ts';
import { usernameKey } from '../users/index.ts';
import { type Feed, type FeedEntry, writeOpml } from './feed-formats.ts';
import * as queries from './feeds.queries.ts';

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>;

/** In UTF-16 units, as on cards. */
const summaryLength = 200;

/** Where an entry leads: in a private feed, to the reader's next unread chapter, or to the story if there is none or they have not begun it. */
function pathOf({ id, story_id, is_note, next_unread }: queries.EntryRow): string {
  if (next_unread) return `/reading/${story_id}/${next_unread}`;
  const story = `/story/${story_id}`;
  return id === story_id || is_note || next_unread === null ? story : `${story}/chapter/${id}`;
}

function presentEntry(origin: string, row: queries.EntryRow, isNamed: boolean): FeedEntry {
  const { author } = row;
  const isStory = row.id === row.story_id;
  const length = row.is_note ? storyNoteLimits.text : summaryLength;
  const summary = row.is_mature ? '' : excerptOf(row.description, length);
  return {
    id: `urn:uuid:${row.id}`,
    title: isNamed && !isStory ? `${row.story_title}: ${row.title}` : row.title,
    address: withLinkSource(origin + pathOf(row), 'feed'),
    summary: summary === '' ? null : summary,
    language: row.language,
    author: {
      name: author.displayName,
      address: `${origin}/profile/${encodeURIComponent(author.username)}`,
    },
    publishedAt: row.published_at,
    updatedAt: row.updated_at,
  };
}

type Shown = Pick<Feed, 'id' | 'title' | 'page' | 'address' | 'query'>;

const queryOf = (mature: boolean) => (mature ? '?mature=1' : '');

function presentFeed(origin: string, shown: Shown, rows: queries.EntryRow[], isNamed = true): Feed {
  const entries = rows.map((row) => presentEntry(origin, row, isNamed));
  // Both formats and the header need a time, which must not depend on that of the request.
  const updatedAt = new Date(Math.max(0, ...entries.map((entry) => entry.updatedAt.getTime())));
  return { ...shown, updatedAt, entries };
}

/** In UTF-16 units. */
const maxOpening = 600;

/** The first paragraphs of a chapter as plain text. */
function openingIn(content: string): string[] {
  const paragraphs: string[] = [];
  let left = maxOpening;
  for (const line of plainText(content).split('\n')) {
    if (line.trim() === '') continue;
    paragraphs.push(excerptOf(line, left));
    left -= line.length;
    if (paragraphs.length === 3 || left < 100) break;
  }
  return paragraphs;
}

/** A feed with the first paragraphs of these of its chapters, where they may be shown (docs/product/feeds.md#openings). */
async function withOpenings(
  db: Context['db'],
  reader: Parameters<typeof queries.listOpenings>[1],
  feed: Feed,
  chapterIds: string[],
): Promise<Feed> {
  const openings = chapterIds.length === 0 ? [] : await queries.listOpenings(db, reader, chapterIds);
  const openingOf = new Map(openings.map(({ id, content }) => [`urn:uuid:${id}`, openingIn(content)]));
  const entries = feed.entries.map((entry) => {
    const opening = openingOf.get(entry.id);
    return opening === undefined ? entry : { ...entry, opening };
  });
  return { ...feed, entries };
}

/** A public feed of chapters. */
const chapterFeed = (db: Context['db'], feed: Feed, rows: queries.EntryRow[]) =>
  withOpenings(
    db,
    null,
    feed,
    rows.map(({ id }) => id),
  );

/** Finds a public feed by the name in its address; null if visitors may not see what it is about. */
type Reader = (ctx: Context, name: string, mature: boolean) => Promise<Feed | null>;

/** The feed of what has an id. `isNamed`: chapters are listed with the titles of their stories. */
const feedById =
  (
    kind: 'story' | 'genre' | 'collection',
    pagePath: string,
    find: (db: Context['db'], id: string, rules: Rules) => Promise<queries.Subject | undefined>,
    list: typeof queries.listStoryChapters,
  ): Reader =>
  async ({ db, clock, config }, name, mature) => {
    const id = idSchema.safeParse(name).data;
    const rules = queries.publicRules(mature);
    const subject = id === undefined ? undefined : await find(db, id, rules);
    if (subject === undefined) return null;
    const origin = publicUrl(config);
    const address = `${origin}/feeds/${kind}/${subject.id}`;
    const query = queryOf(mature);
    const page = `${origin}/${pagePath}/${subject.id}`;
    const shown: Shown = { id: `${address}${query}`, title: subject.title, page, address, query };
    const rows = await list(db, subject.id, rules, announced(clock.now()));
    const feed = presentFeed(origin, shown, rows, false);
    return kind === 'story' ? await chapterFeed(db, feed, rows) : feed;
  };

type Rules = ReturnType<typeof queries.publicRules>;

/** The newest chapters of a story and notes to its followers. */
async function listStoryEntries(...given: Parameters<typeof queries.listNotes>) {
  const [chapters, notes] = [await queries.listStoryChapters(...given), await queries.listNotes(...given)];
  return [...chapters, ...notes]
    .sort((a, b) => b.published_at.getTime() - a.published_at.getTime())
    .slice(0, feedLimits.entries);
}

/** Each public feed (docs/product/feeds.md#public-feeds), by the name of its kind in the address. */
export const publicFeeds: Record<string, Reader> = {
  story: feedById('story', 'story', queries.findStory, listStoryEntries),
  genre: feedById('genre', 'category', queries.findGenre, queries.listGenreStories),
  collection: feedById('collection', 'collection', queries.findCollection, queries.listCollectedStories),
  user: async ({ db, clock, config }, name, mature) => {
    const username = usernameInPath.safeParse(name).data;
    const author = username && (await queries.findAuthor(db, usernameKey(username)));
    if (!author) return null;
    const origin = publicUrl(config);
    const path = encodeURIComponent(author.username);
    const address = `${origin}/feeds/user/${path}`;
    const query = queryOf(mature);
    const page = `${origin}/profile/${path}`;
    const shown: Shown = { id: `${address}${query}`, title: author.title, page, address, query };
    const { until } = announced(clock.now());
    const rules = queries.publicRules(mature);
    const rows = await queries.listAuthorsChapters(db, author.id, rules, { until });
    return await chapterFeed(db, presentFeed(origin, shown, rows), rows);
  },
};

const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');

/** The private feed with this token (docs/product/feeds.md#private-feed); null if there is none. */
export async function readPrivateFeed(ctx: Context, token: string): Promise<Feed | null> {
  const { db, clock, config } = ctx;
  const reader = await queries.findReader(db, tokenHash(token));
  if (reader === undefined) return null;
  const now = clock.now();
  const from = new Date(now.getTime() - feedLimits.days * day);
  const rows = await queries.listFollowedChapters(db, readerOf(ctx, reader), {
    from,
    until: announced(now).until,
  });
  const origin = publicUrl(config);
  const page = `${origin}/notifications`;
  const shown = { id: `${origin}/feeds/mine/${reader.id}`, title: `${siteName}: what I follow`, page };
  const feed = presentFeed(origin, { ...shown, address: null, query: '' }, rows);
  // Only for the reader's next chapter, to avoid spoilers.
  const next = rows.filter((row) => row.next_unread === row.id).map(({ id }) => id);
  return await withOpenings(db, readerOf(ctx, reader), feed, next);
}

export const getPrivateFeed = async ({ db }: Context, viewer: Viewer) => ({
  createdAt: (await queries.findPrivateFeed(db, viewer.id))?.toISOString() ?? null,
});

/** Creates the viewer's private feed or gives it a new address. Only the hash of its token is stored. */
export async function createPrivateFeed({ db, clock, config }: Context, viewer: Viewer) {
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  if (!(await queries.savePrivateFeed(db, viewer.id, tokenHash(token), now))) throw signInRequired();
  const address = `${publicUrl(config)}/feeds/mine/${token}`;
  return { createdAt: now.toISOString(), atom: `${address}.atom`, json: `${address}.json` };
}

/** The public feeds of what the viewer follows, as OPML (docs/product/feeds.md#opml). */
export async function exportFeeds({ db, config }: Context, viewer: Viewer): Promise<FileResponse> {
  const origin = publicUrl(config);
  const feeds = await queries.listFollowedFeeds(db, viewer.id);
  const of = (wanted: queries.FollowedFeed['kind']) =>
    feeds
      .filter(({ kind }) => kind === wanted)
      .map(({ kind, name, title, isMature }) => ({
        title,
        feed: `${origin}/feeds/${kind}/${encodeURIComponent(name)}.atom${queryOf(isMature)}`,
        page: `${origin}/${kind === 'story' ? 'story' : 'profile'}/${encodeURIComponent(name)}`,
      }));
  const groups = { Stories: of('story'), Authors: of('user') };
  const bytes = Buffer.from(writeOpml(`${siteName}: what I follow`, groups));
  return new FileResponse(Readable.from([bytes]), bytes.length);
}
