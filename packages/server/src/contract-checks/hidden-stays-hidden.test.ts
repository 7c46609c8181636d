import { allCalls } from '@inkling/contract/all';
import type { Call } from '@inkling/contract/call';
import { hideStory } from '@inkling/contract/hidden-stories';
import { updateStory } from '@inkling/contract/stories';
import { updatePreferences } from '@inkling/contract/users';
import { beforeAll, describe, expect, test } from 'vitest';
import { requestOfKey } from '../platform/http/request-of.ts';
import type { Fixtures } from '../testing/examples.ts';
import { responseText } from '../testing/response-text.ts';
import { textOf, writing } from '../testing/stories-for-tests.ts';
import { type Person, testApp } from '../testing/test-app.ts';
import { createFixtures, paramsIn } from './fixtures.ts';

/**
 * Mature stories, and stories with a hidden tag or warning or that the reader hides themselves, contain marker words. No
 * list, search or suggestion may return one to a viewer who does not see them (docs/product/labels.md#what-a-reader-sees).
 */
const site = testApp();
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
  // The reader's own list of what they hide.
  'GET /stories/hidden',
  // The reader's own preferences, with the hidden tags.
  'GET /auth/me',
  'GET /users/me/export',
]);

let author: Person;
/** Hides three stories in three ways, and has not chosen to see mature ones. */
let reader: Person;
/** Sees mature stories and hides nothing. */
let adult: Person;
let fixtures: Fixtures;
const stories = new Map<Kind, string>();

beforeAll(async () => {
  [author, reader, adult] = [await site.person(), await site.person(), await site.person()];
  fixtures = await createFixtures(site, author);
  const labels = {
    mature: { audience: 'mature' as const, tags: [`${markers.mature} tag`] },
    tag: { tags: [markers.tag, 'another'] },
    warning: { contentWarnings: ['gore' as const] },
    hidden: {},
  };
  for (const kind of Object.keys(markers) as Kind[]) {
    const name = markers[kind];
    const draft = await write.draft(author, {
      title: `${name} story`,
      description: `${name} description`,
      status: 'completed',
      ...labels[kind],
    });
    await write.chapter(author, draft._id, { title: `${name} chapter`, content: textOf(210, name) });
    await site.as(author).call(updateStory, { params: { id: draft._id }, body: { isPublished: true } });
    stories.set(kind, draft._id);
  }
  await site
    .as(reader)
    .call(updatePreferences, { body: { hideTags: [markers.tag.toUpperCase()], hideWarnings: ['gore'] } });
  await site.as(reader).call(hideStory, { params: { id: stories.get('hidden') ?? '' } });
  await site.as(adult).call(updatePreferences, { body: { showsMature: true } });
});

const reads = allCalls
  .map(({ call }) => call)
  .filter(({ method, key }) => method === 'GET' && !notLists.has(key));

/** Everything that a call returns, for the inputs that could bring up a story with these words. */
async function textsOf(call: Call, viewer: Person | null, words: string): Promise<string> {
  const queries = [{}, { limit: 100 }];
  const searches = ['search', 'title', 'q', 'tags', 'include'].map((name) => ({ [name]: words, limit: 50 }));
  const texts = [];
  for (const query of call.query === undefined ? [{}] : [...queries, ...searches]) {
    const params = paramsIn(fixtures, call);
    const response = await site.app.http.inject(
      requestOfKey(call.key, { params, query }, viewer?.token ?? null),
    );
    // A response may repeat what was searched for, but nothing of a story.
    texts.push(responseText(response).replaceAll(`"${words}"`, ''));
  }
  return texts.join('\n');
}

describe('lists, searches and suggestions', () => {
  test.each(reads.map((call) => [call.key, call] as const))(
    '%s shows no mature story to visitors and readers who did not choose to, and nothing that a reader hides',
    async (_key, call) => {
      for (const [kind, words] of Object.entries(markers)) {
        const viewers = kind === 'mature' ? [null, reader] : [reader];
        for (const viewer of viewers) {
          const texts = await textsOf(call, viewer, words);
          const at = texts.indexOf(words);
          expect(at, `${kind} in ${call.key}: …${texts.slice(Math.max(0, at - 200), at + 100)}`).toBe(-1);
        }
      }
    },
  );

  test('show all of them to a reader who sees mature stories and hides nothing', async () => {
    const [list] = reads.filter(({ key }) => key === 'GET /stories');
    if (list === undefined) throw new Error('GET /stories is missing.');
    for (const words of Object.values(markers)) expect(await textsOf(list, adult, words)).toContain(words);
    // Authors find their own.
    for (const words of Object.values(markers)) expect(await textsOf(list, author, words)).toContain(words);
  });

  test('do not affect opening hidden and mature stories by their address', async () => {
    for (const id of stories.values()) {
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
