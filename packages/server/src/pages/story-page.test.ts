import { updateStory } from '@inkling/contract/stories';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ListeningPages, listeningPages } from '../testing/listening-pages.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { testApp } from '../testing/test-app.ts';

const site = testApp();
const write = writing(site);
let pages: ListeningPages;

beforeAll(async () => {
  pages = await listeningPages(site);
});
afterAll(() => pages.close());

const htmlOf = async (story: string): Promise<string> => (await pages.get(`/story/${story}`)).body;
const textOf = (html: string): string =>
  html.replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, ' ').replace(/\s+/g, ' ');

test('a visitor sees a story’s status, its length, and its reading time in minutes and hours', async () => {
  const { story } = await write.published(await site.person(), { status: 'completed' });
  await sql`update stories set published_words = 99_800 where id = ${story._id}`.execute(site.ctx.db);
  const html = await htmlOf(story._id);
  const text = textOf(html);
  expect(text).toContain('Status Completed');
  expect(text).toContain('Words 99.8K');
  expect(text).toContain('Reading time about 8 h 20 min');
  expect(text).toContain('Sign In to Read');
  const [genre] = story.genres;
  expect(html).toContain(`href="/category/${encodeURIComponent(genre?.name ?? '')}"`);
});

test('a visitor sees that a story is coming soon, and is not asked to read it', async () => {
  const author = await site.person();
  const draft = await write.draft(author, { status: 'coming_soon' });
  await site.as(author).call(updateStory, { params: { id: draft._id }, body: { isPublished: true } });
  const text = textOf(await htmlOf(draft._id));
  expect(text).toContain('Status Coming Soon');
  expect(text).toContain('This story is coming soon! Chapters will be available shortly.');
  expect(text).not.toContain('Sign In to Read');
  expect(text).not.toContain('Reading time');
});

test('a story’s page shows its audience, warnings and tags, which lead to Discover', async () => {
  const { story } = await write.published(await site.person(), {
    audience: 'teen',
    contentWarnings: ['self-harm'],
    tags: ['slow burn'],
  });
  const html = await htmlOf(story._id);
  expect(textOf(html)).toContain('Audience: Teen Content warnings: Self-harm # slow burn');
  expect(html).toContain('href="/discover?tags=slow%20burn"');
});

test('a mature story’s page asks first: no cover or description, and noindex', async () => {
  const { story } = await write.published(await site.person(), {
    title: 'What the salt keeps',
    description: 'A description behind the question.',
    audience: 'mature',
    contentWarnings: ['gore'],
    tags: ['behind the tag'],
  });
  const html = await htmlOf(story._id);
  expect(textOf(html)).toContain('What the salt keeps This story is for mature readers Contains Gore');
  // Not in the data for hydration either.
  expect(html).not.toMatch(/A description|behind the tag|Chapter 1/);
  expect(html).not.toContain('data-cover');
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).not.toMatch(/og:image|twitter:image|application\/ld\+json/);
});

test('a story’s page asks as soon as the story becomes mature', async () => {
  const author = await site.person();
  const { story } = await write.published(author, { title: 'Later for adults' });
  expect(await htmlOf(story._id)).toContain('og:image');
  await site.as(author).call(updateStory, { params: { id: story._id }, body: { audience: 'mature' } });
  const html = await htmlOf(story._id);
  expect(textOf(html)).toContain('This story is for mature readers');
  expect(html).not.toContain('og:image');
});
