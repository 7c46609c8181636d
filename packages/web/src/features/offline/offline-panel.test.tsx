import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { keepStory } from '../../lib/offline/keep-story.ts';
import {
  findStory,
  listChanges,
  listStories,
  replaceChanges,
  updateChange,
} from '../../lib/offline/offline-store.ts';
import { claim } from '../../lib/offline/offline-stories.ts';
import { syncOffline } from '../../lib/offline/sync.ts';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { cachedParts, emptyDevice, mockStory, offlineChapters } from '../../testing/offline-story.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { OfflinePanel } from './offline-panel.tsx';

resetBetweenTests();

const other = { _id: idOf(40), title: 'The Lighthouse' };
const mega = 1024 * 1024;

beforeEach(async () => {
  vi.stubEnv('PROD', true);
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  await emptyDevice();
  await claim(me._id);
});
afterEach(() => void vi.unstubAllEnvs());

const sum = (parts: Map<string, number>) => [...parts.values()].reduce((total, size) => total + size, 0);
const inMega = (bytes: number) => `${(Math.round((bytes / mega) * 10) / 10).toString()} MB`;

test('removing a story frees its size, and leaves the others as they are', async () => {
  mockStory({ content: 'It rained. '.repeat(40_000) });
  await keepStory(me, story._id);
  mockStory({ changes: other, chapterIds: [idOf(41)], content: 'The lamp went out. '.repeat(30_000) });
  await keepStory(me, other._id);
  const [first, second] = [await cachedParts(story._id), await cachedParts(other._id, [idOf(41)])];
  await renderPage(<OfflinePanel empty={<p>Nothing is kept.</p>} />);
  // What is shown is what is stored.
  await expect.element(page.getByText(`Kept offline · ${inMega(sum(first) + sum(second))}`)).toBeVisible();
  await expect.element(page.getByText(`Grace · ${inMega(sum(first))} · 2 chapters`)).toBeVisible();
  await expect.element(page.getByText(`Grace · ${inMega(sum(second))} · 1 chapter`)).toBeVisible();
  await page.getByRole('button', { name: 'Remove Half a Lamp from this device' }).click();
  await expect.element(page.getByText(`Kept offline · ${inMega(sum(second))}`)).toBeVisible();
  expect(await cachedParts(story._id, offlineChapters)).toEqual(new Map());
  expect(await cachedParts(other._id, [idOf(41)])).toEqual(second);
  expect((await listStories()).map(({ storyId }) => storyId)).toEqual([other._id]);
  await page.getByRole('button', { name: 'Remove The Lighthouse from this device' }).click();
  await expect.element(page.getByText('Nothing is kept.')).toBeVisible();
  expect(await findStory(other._id)).toBeUndefined();
});

test('of an exclusive story, the list says how much of it is kept', async () => {
  mockStory({ endsExclusive: true });
  await keepStory(me, story._id);
  await renderPage(<OfflinePanel />);
  await expect.element(page.getByText(/1 of 2 chapters, all you can read$/)).toBeVisible();
});

test('a change that is refused while the list is shown does not go on waiting there', async () => {
  mockStory();
  await keepStory(me, story._id);
  const highlight = { method: 'POST', path: '/highlights', body: { note: 'on the train' } } as const;
  const about = { userId: me._id, storyId: story._id, subject: 'annotation 1' };
  await replaceChanges([], { ...about, ...highlight, at: new Date().toISOString() });
  await renderPage(<OfflinePanel />);
  await expect.element(page.getByText(/1 change waiting to be sent/)).toBeVisible();
  // As the worker does.
  for (const one of await listChanges()) await updateChange({ ...one, refusal: 'It is gone.' });
  await syncOffline(me, true);
  await expect.element(page.getByRole('heading', { name: 'Made offline but not saved' })).toBeVisible();
});
