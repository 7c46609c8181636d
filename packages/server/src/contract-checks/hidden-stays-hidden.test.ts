import { allCalls } from '@inkling/contract/all';
import type { Call } from '@inkling/contract/call';
import { addToCollection, createCollection, saveCollection } from '@inkling/contract/collections';
import { hideStory } from '@inkling/contract/hidden-stories';
import { saveProgress } from '@inkling/contract/library';
import { arrangeSeries, createSeries } from '@inkling/contract/series';
import { updateStory } from '@inkling/contract/stories';
import { followUser, updatePreferences } from '@inkling/contract/users';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { setAdmin } from '../modules/users/index.ts';
import type { Fixtures } from '../testing/examples.ts';
import { promote, refreshLists } from '../testing/listed-stories.ts';
import { requestOfKey } from '../testing/request-of.ts';
import { responseText } from '../testing/response-text.ts';
import { textOf, writing } from '../testing/stories-for-tests.ts';
import { type Person, testApp } from '../testing/test-app.ts';
import { createFixtures, paramsIn } from './fixtures.ts';

/**
 * Mature stories, and stories with a hidden tag or warning or that the reader hides themselves, contain marker words. No
 * list, search or suggestion may return one to a viewer who does not see them (docs/product/labels.md#what-a-reader-sees).
 */
const site = testApp({ PLANS: 'on' });
const write = writing(site);

const markers = { mature: 'zqxmature', tag: 'zqxtag', warning: 'zqxwarning', hidden: 'zqxhidden' };
type Kind = keyof typeof markers;

/**
 * Calls that lead to a story by its id, or are of the person who makes the request. All others are lists: a new call must
 * not return what its viewer does not see.
 */
const notLists = new Set([
  // By the address of a story or chapter.
  'GET /stories/{id}',
  'GET /stories/public/{id}',
  'GET /stories/{id}/reading',
  'GET /chapters/{id}',
  'GET /chapters/story/{storyId}',
  'GET /chapters/{id}/progress',
  // The messages of a story's or chapter's chat, by its address.
  'GET /messages',
  // Whom an author has muted.
  'GET /chat/mutes',
  // The reader's own list of what they hide.
  'GET /stories/hidden',
  // The reader's own preferences, with the hidden tags.
  'GET /auth/me',
  'GET /auth/status',
  'GET /users/me/export',
]);

/** The calls that list, find or suggest stories; with every kind of marker, apart from those of `never`. */
const storyLists: { key: string; never?: Kind[] }[] = [
  { key: 'GET /stories' },
  { key: 'GET /stories/recent' },
  { key: 'GET /stories/popular' },
  { key: 'GET /stories/new-releases' },
  { key: 'GET /stories/completed' },
  { key: 'GET /stories/short' },
  { key: 'GET /stories/long' },
  { key: 'GET /rankings' },
  { key: 'GET /stories/trending' },
  { key: 'GET /stories/featured' },
  { key: 'GET /stories/editors-picks' },
  { key: 'GET /stories/top-rated' },
  { key: 'GET /stories/most-commented' },
  { key: 'GET /stories/genre/{genre}' },
  { key: 'GET /stories/user/{id}' },
  { key: 'GET /users/{username}' },
  { key: 'GET /chapters' },
  { key: 'GET /stories/recommended' },
  { key: 'GET /categories/personalized' },
  { key: 'GET /home' },
  { key: 'GET /search' },
  { key: 'GET /search/stories' },
  { key: 'GET /search/chapters' },
  { key: 'GET /search/suggestions' },
  { key: 'GET /collections/{id}' },
  { key: 'GET /collections/saved' },
  { key: 'GET /users/{username}/collections' },
  { key: 'GET /stories/{id}/collections' },
  { key: 'GET /series/{id}' },
  { key: 'GET /users/{username}/series' },
  // Only the parts before and after the story.
  { key: 'GET /stories/{id}/series', never: ['warning', 'hidden'] },
  // The landing page features nothing mature, whoever asks.
  { key: 'GET /stories/public', never: ['mature'] },
  // Only two of the kinds have a tag of their own.
  { key: 'GET /tags', never: ['warning', 'hidden'] },
];

/** Calls that return no story, or only those that the viewer saved or wrote. A new call belongs here or above. */
const withoutLists = new Set([
  'GET /admin/backups',
  'GET /admin/jobs',
  'GET /admin/people/{id}',
  'GET /admin/queues',
  'GET /admin/report',
  'GET /admin/invitations',
  'GET /admin/settings',
  'GET /admin/signups',
  'GET /admin/storage',
  'GET /admin/outside-requests',
  'GET /ai/consent',
  'GET /calendar',
  'GET /admin/plans',
  'GET /stories/{id}/assistant',
  'GET /subscriptions/me',
  'GET /subscriptions/plans',
  'GET /subscriptions/plans/{id}',
  // Figures of the author's own stories, and of what the reader has read.
  'GET /analytics/chapter/{id}',
  'GET /analytics/chapter/{id}/export',
  'GET /analytics/daily-habits',
  'GET /analytics/dashboard/author',
  'GET /analytics/dashboard/author/export',
  'GET /analytics/personal/reading',
  'GET /analytics/reading.csv',
  'GET /analytics/reading/days',
  'GET /analytics/story/{id}',
  'GET /analytics/story/{id}/export',
  'GET /annotations',
  'GET /annotations/export',
  'GET /annotations/stories',
  'GET /bookmarks',
  'GET /bookmarks/tags',
  'GET /chapters/{id}/passage',
  'GET /chapters/{id}/revision',
  'GET /fixes',
  'GET /highlights',
  'GET /reactions/chapter/{id}',
  'GET /reactions/story/{id}',
  'GET /reacting-sessions/average-time/{storyId}',
  'GET /reacting-sessions/quality-metrics',
  'GET /reacting-sessions/stats',
  'GET /reacting-sessions/user-story/{storyId}',
  'GET /auth/reset-password/{token}',
  'GET /auth/sessions',
  'GET /auth/verify-email/{token}',
  'GET /chapters/story/{storyId}/author',
  'GET /chapters/{id}/author',
  'GET /chapters/{id}/paragraph-comments',
  'GET /chapters/{id}/versions',
  'GET /chapters/{id}/versions/{version}',
  'GET /collections',
  'GET /community',
  'GET /community/join/{token}',
  'GET /community/user/bans',
  'GET /community/user/deleted',
  'GET /community/user/memberships',
  'GET /community/user/posts',
  'GET /community/{id}',
  'GET /community/{id}/bans',
  'GET /community/{id}/invitations',
  'GET /community/{id}/members',
  'GET /community/{id}/posts',
  'GET /community/{id}/posts/{postId}',
  'GET /community/{id}/posts/{postId}/comments',
  'GET /community/{id}/requests',
  'GET /comments',
  'GET /comments/chapter/{id}',
  'GET /comments/story/{id}',
  'GET /comments/{id}',
  'GET /comments/{id}/replies',
  'GET /devices',
  'GET /ereader-email',
  // Of what the viewer follows, as in their library.
  'GET /feeds/opml',
  'GET /feeds/private',
  'GET /genres',
  'GET /genres/popular',
  'GET /genres/{id}',
  'GET /genres/{id}/stats',
  'GET /genres/{id}/subgenres',
  'GET /imports',
  'GET /imports/{id}',
  'GET /imports/{id}/pieces/{piece}/paragraphs',
  'GET /imports/{id}/plan',
  // Progress, catalogues and people: no stories.
  'GET /achievements',
  'GET /achievements/user/{id}',
  'GET /gamification/currency',
  'GET /gamification/currency/export',
  'GET /gamification/daily-rewards',
  'GET /inventory',
  'GET /leaderboard',
  'GET /missions',
  'GET /quests',
  'GET /quests/daily',
  'GET /quests/monthly',
  'GET /quests/stats',
  'GET /quests/user/active',
  'GET /quests/user/claimable',
  'GET /quests/user/my-quests',
  'GET /quests/weekly',
  'GET /quests/{id}',
  'GET /quests/{id}/progress',
  'GET /store',
  // What others wrote on the viewer's own stories; inbox.test.ts shows that hidden ones are left out.
  'GET /inbox',
  'GET /inbox/stories',
  'GET /library/export',
  'GET /library/history',
  // Of what the viewer follows; notifications.test.ts shows that hidden stories are left out.
  'GET /notifications',
  'GET /notifications/settings',
  'GET /picks/{list}',
  'GET /push',
  'GET /reviews/{id}',
  'GET /search/communities',
  'GET /search/history',
  'GET /search/trending',
  'GET /search/users',
  'GET /site',
  'GET /stories/bookmarks',
  'GET /stories/continue-reading',
  'GET /stories/following',
  'GET /stories/in-progress',
  'GET /stories/languages',
  'GET /stories/library/me',
  'GET /stories/library/removed',
  'GET /stories/my-stories',
  'GET /series',
  'GET /stories/{id}/drafts/{chapterId}',
  'GET /stories/{id}/ebook',
  'GET /stories/{id}/export',
  'GET /stories/{id}/beta-comments',
  'GET /stories/{id}/beta-links',
  'GET /stories/{id}/fixes',
  'GET /stories/{id}/glossary',
  'GET /stories/{id}/recaps',
  'GET /stories/{id}/bible',
  'GET /stories/{id}/notes',
  'GET /stories/{id}/revisions',
  'GET /stories/{id}/communities',
  'GET /stories/{id}/my-collections',
  'GET /stories/{id}/readers',
  'GET /stories/{id}/follow',
  'GET /stories/{id}/reviews',
  // Of stories that lists show; reviews.test.ts shows that hidden ones are left out.
  'GET /users/{username}/reviews',
  'GET /stories/{id}/schedules',
  'GET /stories/{id}/search',
  'GET /trash',
  'GET /users/me/blocks',
  'GET /users/me/standing',
  'GET /admin/log',
  'GET /admin/measures',
  'GET /admin/reports',
  'GET /admin/reports/{id}',
  'GET /admin/takedowns',
  'GET /community/{id}/reports',
  'GET /reports/mine',
  'GET /users/me/profile',
  'GET /users/{username}/communities',
  'GET /users/{username}/followers',
  'GET /users/{username}/following',
]);

let author: Person;
/** Hides three stories in three ways, and has not chosen to see mature ones. */
let reader: Person;
/** Sees mature stories and hides nothing. */
let adult: Person;
let admin: Person;
let fantasy: string;
let fixtures: Fixtures;
/** Of each kind a short and a long one. */
const stories = new Map<Kind, string[]>();

/** Publishes a story of this kind whose title, description, chapter and labels have its marker. */
async function publish(kind: Kind, length: string): Promise<string> {
  const name = markers[kind];
  const labels = {
    mature: { audience: 'mature' as const, tags: [`${name} tag`] },
    tag: { tags: [name, 'another'] },
    warning: { contentWarnings: ['gore' as const] },
    hidden: {},
  };
  const draft = await write.draft(author, {
    title: `${name} ${length} story`,
    description: `${name} description`,
    status: 'completed',
    genres: [fantasy],
    ...labels[kind],
  });
  await write.chapter(author, draft._id, { title: `${name} chapter`, content: textOf(210, name) });
  await site.as(author).call(updateStory, { params: { id: draft._id }, body: { isPublished: true } });
  return draft._id;
}
/** Adds a story to the collection of the fixtures, and to one that readers have saved, whose card shows its cover. */
async function collect(storyId: string): Promise<void> {
  const body = { storyId };
  await site.as(author).call(addToCollection, { params: { id: fixtures.collection }, body });
  const card = { name: 'Two', visibility: 'public' as const, storyId: fixtures.story };
  const { _id: id } = (await site.as(author).call(createCollection, { body: card })).body.data;
  await site.as(author).call(addToCollection, { params: { id }, body });
  for (const person of [reader, adult]) await site.as(person).call(saveCollection, { params: { id } });
}

/** One of each kind in the series of the fixtures; those that a list of series does not show of it first in another one. */
async function arrangeInSeries(): Promise<void> {
  const first = (kind: Kind) => stories.get(kind)?.[0] ?? '';
  const last = (kind: Kind) => stories.get(kind)?.[1] ?? '';
  const inFirst = [first('mature'), fixtures.story, first('tag'), first('warning'), first('hidden')];
  const as = site.as(author);
  await as.call(arrangeSeries, {
    params: { id: fixtures.series },
    body: { stories: inFirst, version: 1 },
  });
  const other = (await as.call(createSeries, { body: { name: 'Another' } })).body.data;
  const inOther = [last('warning'), last('hidden')];
  await as.call(arrangeSeries, { params: { id: other._id }, body: { stories: inOther, version: 0 } });
}

beforeAll(async () => {
  [author, reader, adult, admin] = [
    await site.person(),
    await site.person(),
    await site.person(),
    await site.person(),
  ];
  await setAdmin(site.ctx.db, admin.id, true);
  fixtures = await createFixtures(site, author);
  const { rows } = await sql<{ id: string }>`select id from genres where name = 'Fantasy'`.execute(
    site.ctx.db,
  );
  fantasy = rows[0]?.id ?? '';
  const { story: seed } = await write.published(author, { title: 'Read last', genres: [fantasy] });
  for (const kind of Object.keys(markers) as Kind[]) {
    const [short, long] = [await publish(kind, 'short'), await publish(kind, 'long')];
    await promote(site, admin, short);
    await promote(site, admin, long, { isLong: true });
    stories.set(kind, [short, long]);
    await collect(short);
  }
  await arrangeInSeries();
  for (const person of [reader, adult]) {
    await site.as(person).call(followUser, { params: { userId: author.id } });
    await site.as(person).call(saveProgress, { params: { id: seed._id }, body: { progress: 20 } });
  }
  await site
    .as(reader)
    .call(updatePreferences, { body: { hideTags: [markers.tag.toUpperCase()], hideWarnings: ['gore'] } });
  for (const id of stories.get('hidden') ?? []) await site.as(reader).call(hideStory, { params: { id } });
  await site.as(adult).call(updatePreferences, { body: { showsMature: true } });
  await refreshLists(site);
});

const reads = allCalls
  .map(({ call }) => call)
  .filter(({ method, key }) => method === 'GET' && !notLists.has(key));

/** Responses by viewer and address, so that a test sends each request once. */
type Responses = Map<string, string>;

/** Everything that a call returns, for the inputs that could bring up a story with these words. */
async function textsOf(
  call: Call,
  viewer: Person | null,
  words: string,
  known: Responses = new Map(),
): Promise<string> {
  const queries: Record<string, unknown>[] = [{}, { limit: 50 }];
  // The whole word, its beginning, and one with a typing error.
  for (const typed of [words, words.slice(0, -2), `${words}q`]) {
    for (const name of ['search', 'title', 'q', 'tags', 'include']) queries.push({ [name]: typed });
  }
  const accepted = call.query === undefined ? [] : Object.keys(call.query.shape);
  const texts = [];
  for (const query of queries) {
    if (!Object.keys(query).every((name) => accepted.includes(name))) continue;
    const params = paramsIn(fixtures, call);
    const request = requestOfKey(call.key, { params, query }, viewer?.token ?? null);
    const key = `${viewer?.id} ${request.url}`;
    const text = known.get(key) ?? responseText(await site.app.http.inject(request));
    known.set(key, text);
    // A response may repeat what was searched for, but nothing of a story.
    const typed = Object.values(query)[0];
    texts.push(text.replaceAll(`"${typed}"`, ''));
  }
  return texts.join('\n');
}

describe('lists, searches and suggestions', () => {
  test.each(reads.map((call) => [call.key, call] as const))(
    '%s shows no mature story to visitors and readers who did not choose to, and nothing that a reader hides',
    async (_key, call) => {
      const known: Responses = new Map();
      for (const [kind, words] of Object.entries(markers)) {
        const viewers = kind === 'mature' ? [null, reader] : [reader];
        for (const viewer of viewers) {
          const texts = await textsOf(call, viewer, words, known);
          const at = texts.indexOf(words);
          expect(at, `${kind} in ${call.key}: …${texts.slice(Math.max(0, at - 200), at + 100)}`).toBe(-1);
        }
      }
    },
  );

  // Without this, the test above would pass for lists that contain nothing.
  test.each(storyLists)(
    '$key shows all of them to a reader who sees mature stories and hides nothing',
    async ({ key, never = [] }) => {
      const call = reads.find((one) => one.key === key);
      if (call === undefined) throw new Error(`${key} is missing.`);
      const known: Responses = new Map();
      for (const [kind, words] of Object.entries(markers) as [Kind, string][]) {
        const isFound = (await textsOf(call, adult, words, known)).includes(words);
        expect([kind, isFound]).toEqual([kind, !never.includes(kind)]);
      }
    },
  );

  test('are all checked: a new call is in one of the lists above', () => {
    const known = [...storyLists.map(({ key }) => key), ...withoutLists];
    expect(reads.map(({ key }) => key).toSorted()).toEqual(known.toSorted());
  });

  test('show authors their own', async () => {
    const list = reads.find(({ key }) => key === 'GET /stories');
    if (list === undefined) throw new Error('GET /stories is missing.');
    for (const words of Object.values(markers)) expect(await textsOf(list, author, words)).toContain(words);
  });

  test('do not affect opening hidden and mature stories by their address', async () => {
    for (const id of [...stories.values()].flat()) {
      const response = await site.app.http.inject(
        requestOfKey('GET /stories/{id}', { params: { id } }, reader.token),
      );
      expect(response.statusCode).toBe(200);
    }
  });

  test('hide a published story at once when it becomes mature', async () => {
    const { story } = await write.published(author, { title: 'zqxlater story', status: 'completed' });
    const listed = async (viewer: Person | null) => {
      const response = await site.app.http.inject(
        requestOfKey('GET /stories', { query: { limit: 100 } }, viewer?.token ?? null),
      );
      return response.body.includes('zqxlater');
    };
    expect([await listed(null), await listed(reader), await listed(adult)]).toEqual([true, true, true]);
    await site.as(author).call(updateStory, { params: { id: story._id }, body: { audience: 'mature' } });
    expect([await listed(null), await listed(reader), await listed(adult)]).toEqual([false, false, true]);
  });
});
