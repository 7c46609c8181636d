import { deleteChapter, updateChapter } from '@inkling/contract/chapters';
import { deleteMe } from '@inkling/contract/personal-data';
import { deleteStory, updateStory } from '@inkling/contract/stories';
import { updateProfile } from '@inkling/contract/users';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { suspend, takeDown } from '../modules/measures/index.ts';
import { type ListeningPages, listeningPages } from '../testing/listening-pages.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { type Person, testApp } from '../testing/test-app.ts';

const site = testApp({ PUBLIC_URL: 'https://stories.example' });
const write = writing(site);
let pages: ListeningPages;

beforeAll(async () => {
  pages = await listeningPages(site);
});
afterAll(() => pages.close());

/** Spellings of a page's address that a cache or a router might treat as another page. */
function spellings(path: string): string[] {
  const [, first = '', last = ''] = path.split('/');
  const encoded = [...last].map((sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
  return [
    path,
    `${path}.data`,
    `/_root.data?path=${path}`,
    `/__manifest?paths=${path}`,
    `/%${first.charCodeAt(0).toString(16)}${first.slice(1)}/${last}`,
    `/${first}/${encoded}`,
    `/${first}%2F${last}`,
    `/${first}/%25${encoded.slice(1)}`,
    `${path}/`,
    `${path}//`,
    `/${first}//${last}`,
    `/${path}`,
    `/./${first}/${last}`,
    `/x/..${path}`,
    `/${first}/%2e/${last}`,
    `/${first}/x/%2e%2e/${last}`,
    `/${first}\\${last}`,
    `/${first.toUpperCase()}/${last}`,
    `/${first}/${last.toUpperCase()}`,
    `${path}?`,
    `${path}?x=1`,
    `${path}?_routes=open/screens/story/story`,
    `${path}?index&x=%zz`,
    `${path}#part`,
    `${path};v=1`,
    `${path}%20`,
    `${path}%00`,
    `${path}.html`,
    `${path}/index.html`,
    `${path}/chapter/-`,
    `http://localhost${path}`,
    `https://stories.example${path}`,
    `http://elsewhere.example${path}`,
    `//elsewhere.example${path}`,
  ];
}

const encodings = ['identity', 'br', 'gzip'];

/** Requests every spelling of these addresses in every encoding, and follows redirects. */
async function crawl(paths: string[]): Promise<{ target: string; status: number; body: string }[]> {
  const responses = [];
  for (const target of paths.flatMap(spellings)) {
    for (const encoding of encodings) {
      const response = await pages.get(target, { 'accept-encoding': encoding });
      expect(response.status, target).toBeLessThan(500);
      const body = JSON.stringify(response.headers) + response.body;
      responses.push({ target, status: response.status, body });
      if (response.headers.location !== undefined) {
        expect(response.headers.location, target).toMatch(/^\/(?!\/)/);
        const redirected = await pages.get(response.headers.location);
        responses.push({
          target: `${target} → ${response.headers.location}`,
          status: redirected.status,
          body: redirected.body,
        });
      }
    }
  }
  return responses;
}

let numbers = 0;
/** Creates a story with unique words in all its texts. */
async function canaryStory(author: Person) {
  numbers += 1;
  const canary = `zqxcanary${numbers}`;
  const { story, chapters } = await write.published(author, {
    title: `${canary} title`,
    description: `${canary} description`,
    chapters: 2,
  });
  const [chapter] = chapters;
  if (chapter === undefined) throw new Error('The story has no chapter.');
  const named = { params: { id: chapter._id }, body: { title: `${canary}chapter` } };
  await site.as(author).call(updateChapter, named);
  return { canary, id: story._id, chapter: chapter._id };
}

const edit = (
  person: Person,
  id: string,
  body: { isPublished?: boolean; title?: string; description?: string },
) => site.as(person).call(updateStory, { params: { id }, body });

/** All withdrawals to withdraw a story; none may leave its canary on a page. */
const withdrawals: Record<
  string,
  (author: Person, story: { id: string; chapter: string }) => Promise<unknown>
> = {
  'its author unpublishes it': (author, { id }) => edit(author, id, { isPublished: false }),
  'its author deletes it': (author, { id }) => site.as(author).call(deleteStory, { params: { id } }),
  'the operator takes it down': (_author, { id }) => takeDown(site.ctx, id, 'It belongs to another person.'),
  'its author deletes their account': (author) =>
    site.as(author).call(deleteMe, { body: { password: 'a lamp in the window' } }),
  'its author rewrites it': async (author, { id, chapter }) => {
    await edit(author, id, { title: 'Other', description: 'Other.' });
    const other = { params: { id: chapter }, body: { title: 'Other' } };
    await site.as(author).call(updateChapter, other);
  },
};

describe('a story that visitors can no longer see [R13]', () => {
  for (const [reason, withdraw] of Object.entries(withdrawals)) {
    test(`is not on any page in any spelling when ${reason} [R61]`, async () => {
      const author = await site.person();
      const story = await canaryStory(author);
      const paths = ['/', `/story/${story.id}`, `/profile/${author.username}`];
      const before = await crawl(paths);
      const shown = before.filter(({ body }) => body.includes(story.canary));
      // Guards against a test without effect: each page must show the story first.
      for (const path of paths) expect(shown.map(({ target }) => target)).toContain(path);

      await withdraw(author, story);

      const after = await crawl(paths);
      expect(after.length).toBeGreaterThan(paths.length * 30 * encodings.length);
      const left = after.filter(({ body }) => body.includes(story.canary));
      expect(left.map(({ target }) => target)).toEqual([]);
    });
  }

  const chapterWithdrawals: Record<string, (author: Person, id: string) => Promise<unknown>> = {
    'is unpublished': (author, id) =>
      site.as(author).call(updateChapter, { params: { id }, body: { isPublished: false } }),
    'is deleted': (author, id) => site.as(author).call(deleteChapter, { params: { id } }),
    'is taken down': (_author, id) => takeDown(site.ctx, id, 'It belongs to another person.'),
  };
  test.each(Object.entries(chapterWithdrawals))(
    'does not list a chapter on its page once that chapter %s [R61]',
    async (_how, withdraw) => {
      const author = await site.person();
      const story = await canaryStory(author);
      const chapterTitle = `${story.canary}chapter`;
      const paths = [`/story/${story.id}`];
      expect((await crawl(paths)).some(({ body }) => body.includes(chapterTitle))).toBe(true);
      await withdraw(author, story.chapter);
      expect((await crawl(paths)).filter(({ body }) => body.includes(chapterTitle))).toEqual([]);
    },
  );
});

test('a former username and name are on no page after a change [R61]', async () => {
  const person = await site.person('zqx_before');
  await site.as(person).call(updateProfile, { body: { displayName: 'zqx_before too' } });
  const { story } = await write.published(person);
  const paths = ['/', `/story/${story._id}`];
  const shown = (await crawl(paths)).filter(({ body }) => body.includes('zqx_before'));
  for (const path of paths) expect(shown.map(({ target }) => target)).toContain(path);
  await site.as(person).call(updateProfile, { body: { username: 'zqx_after', displayName: '' } });
  expect((await crawl(paths)).filter(({ body }) => body.includes('zqx_before'))).toEqual([]);
});

describe('a person’s profile page [R61]', () => {
  test('is found under a former username at its current address alone, in any spelling', async () => {
    const person = await site.person('Zqx_Former');
    await site.as(person).call(updateProfile, { body: { bio: 'zqxbio of the former name' } });
    const paths = ['/profile/Zqx_Former'];
    expect((await crawl(paths)).some(({ body }) => body.includes('zqxbio'))).toBe(true);
    await site.as(person).call(updateProfile, { body: { username: 'Zqx_Later' } });
    const led = (await crawl(paths)).filter(({ body }) => body.includes('zqxbio'));
    expect(led.filter(({ target }) => !target.endsWith('→ /profile/Zqx_Later'))).toEqual([]);
    expect(led.filter(({ body }) => body.includes('Zqx_Former'))).toEqual([]);
    expect((await pages.get('/profile/Zqx_Later')).body).toContain('zqxbio');
  });

  test('shows no former texts after a change or a suspension', async () => {
    const person = await site.person();
    const change = (bio: string, displayName: string) =>
      site.as(person).call(updateProfile, { body: { bio, displayName } });
    const paths = [`/profile/${person.username}`];
    await change('zqxfirst bio', 'zqxfirst name');
    expect((await crawl(paths)).some(({ body }) => body.includes('zqxfirst'))).toBe(true);
    await change('zqxsecond bio', '');
    const changed = await crawl(paths);
    expect(changed.filter(({ body }) => body.includes('zqxfirst'))).toEqual([]);
    expect(changed.some(({ body }) => body.includes('zqxsecond'))).toBe(true);
    await suspend(site.ctx, person.id);
    const api = await pages.get(`/api/v1/users/${person.username}`);
    const suspended = await crawl(paths);
    const shown = suspended.some(({ body }) => body.includes('zqxsecond'));
    // For a suspended person, the page shows the same as the API call.
    expect(shown).toBe(api.status === 200);
  });
});

test('pages of unknown stories, and a page with any query, are rendered once [R65]', async () => {
  const { story } = await write.published(await site.person());
  await Promise.all([pages.get(`/story/${story._id}`), pages.get('/story/unknown')]);
  const loads = vi.spyOn(pages.http, 'inject');
  for (let n = 0; n < 20; n += 1) {
    expect((await pages.get(`/story/${story._id}?x=${n}`)).status).toBe(200);
    expect((await pages.get(`/story/019f0000-0000-7000-8000-${String(n).padStart(12, '0')}`)).status).toBe(
      404,
    );
  }
  expect(loads).not.toHaveBeenCalled();
  loads.mockRestore();
});

test('pages of unknown stories are all the same page [R65]', async () => {
  const unknown = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      pages.get(`/story/019f0000-0000-7000-8000-${String(index).padStart(12, '0')}`),
    ),
  );
  expect(new Set(unknown.map(({ status }) => status))).toEqual(new Set([404]));
  expect(new Set(unknown.map(({ headers }) => headers.etag)).size).toBe(1);
  expect(new Set(unknown.map(({ body }) => body)).size).toBe(1);
});
