import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draftKey, LocalDrafts } from '../../features/chapters/editor/local-drafts.ts';
import { readingSettings } from '../../features/chapters/reader/reading-settings.ts';
import { paths } from '../../lib/paths.ts';
import { halfRead, idOf, me } from '../../testing/fixtures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import PreviewChapter from './preview-chapter.tsx';

resetBetweenTests();

const day = '2026-01-01T00:00:00.000Z';
const story = { ...halfRead.story, author: { ...halfRead.story.author, _id: me._id } };
const chapter = {
  _id: idOf(5),
  story: story._id,
  title: 'The harbour',
  chapterNumber: 2,
  order: 2,
  volume: null,
  wordCount: 3,
  isPublished: false,
  authorNotes: 'Written at sea.',
  endNotes: 'Thank you.',
  isExclusive: false,
  likes: 0,
  isLiked: false,
  version: 3,
  publishedAt: null,
  createdAt: day,
  updatedAt: day,
  content: 'The *old* harbour.\n***\nNight.',
  paragraphIds: [1, 2, 3],
};

const open = (slot: string) =>
  renderPage(
    <PreviewChapter />,
    '/write/:storyId/chapter/:chapterId/preview',
    paths.previewChapter(story._id, slot),
  );

function mockOwn(): void {
  signIn();
  mockCall('GET /stories/{id}', { success: true, data: story });
  mockCall('GET /chapters/{id}/author', { success: true, data: chapter });
  mockCall('GET /stories/{id}/drafts/{chapterId}', { success: true, data: [] });
}

// Calls that are not mocked fail each test: a preview records no progress, view or session.
test('a preview shows a draft chapter as readers see it, says that it is one, and leads to the editor', async () => {
  mockOwn();
  await open(chapter._id);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('The harbour');
  await expect.element(page.getByText('Preview. Only you can see this.')).toBeVisible();
  await expect.element(page.getByText('Chapter 2')).toBeVisible();
  await expect.element(page.getByText('Written at sea.')).toBeVisible();
  await expect.element(page.getByText('Thank you.')).toBeVisible();
  await expect.element(page.getByRole('emphasis')).toHaveTextContent('old');
  await expect.element(page.getByRole('separator')).toBeVisible();
  expect(page.getByText('With your unsaved changes.').elements()).toEqual([]);
  for (const link of page.getByRole('link', { name: 'Back to the editor' }).elements())
    expect(link.getAttribute('href')).toBe(paths.writeChapter(story._id, chapter._id));
});

test('a preview shows what is not saved yet, from the server or this device, also of a new chapter', async () => {
  mockOwn();
  const draft = {
    title: 'Later',
    content: 'On the server.',
    authorNotes: '',
    endNotes: '',
    isPublished: false,
  };
  mockCall('GET /stories/{id}/drafts/{chapterId}', {
    success: true,
    data: [{ ...draft, chapter: chapter._id, device: idOf(6), baseVersion: 3, updatedAt: day }],
  });
  const first = await open(chapter._id);
  await expect.element(page.getByText('On the server.')).toBeVisible();
  await expect.element(page.getByText('With your unsaved changes.')).toBeVisible();
  await first.unmount();

  mockCall('GET /stories/{id}/drafts/{chapterId}', { success: true, data: [] });
  const second = await open('new');
  await expect.element(page.getByText('Nothing to preview yet')).toBeVisible();
  await second.unmount();

  const typed = {
    ...draft,
    content: 'On this device.',
    chapter: idOf(7),
    baseVersion: null,
    keptAt: day,
    drafts: [],
  };
  const local = new LocalDrafts(draftKey(me._id, story._id, 'new'));
  await local.write({ keptAt: day, current: typed, aside: [] });
  await open('new');
  await expect.element(page.getByText('On this device.')).toBeVisible();
  await local.write({ keptAt: day, current: null, aside: [] });
});

test('a preview opens in the site’s theme, and a theme that is tried there is not stored', async () => {
  mockOwn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  mockCall('GET /inventory', { success: true, data: [] });
  document.documentElement.dataset.readingTheme = 'dark';
  const theme = () => document.documentElement.dataset.readingTheme;
  await open(chapter._id);
  await expect.element(page.getByText('Written at sea.')).toBeVisible();
  expect(theme()).toBeUndefined();
  await page.getByRole('button', { name: 'Reading settings' }).click();
  for (const radio of page.getByRole('group', { name: 'Theme' }).getByRole('radio').elements())
    expect(radio).not.toBeChecked();
  await page.getByText('Sepia').click();
  expect(theme()).toBe('sepia');
  expect(readingSettings.read().theme).toBe('dark');
});

test('another person’s chapter has no preview', async () => {
  mockOwn();
  mockFailure('GET /chapters/{id}/author', 'NOT_FOUND', 'Chapter not found');
  mockFailure('GET /stories/{id}/drafts/{chapterId}', 'NOT_FOUND', 'Story not found');
  await open(chapter._id);
  await expect
    .element(page.getByText('This isn’t one of your chapters, or it has been deleted.'))
    .toBeVisible();
  expect(page.getByText(story.title).elements()).toEqual([]);
});
