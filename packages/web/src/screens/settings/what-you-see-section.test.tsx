import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useMe } from '../../lib/session.ts';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { WhatYouSeeSection } from './what-you-see-section.tsx';

resetBetweenTests();

function Section() {
  const user = useMe();
  return user && <WhatYouSeeSection me={user} />;
}

const preferences = me.readingPreferences;
const pagination = { page: 1, limit: 10, total: 2, totalPages: 1, hasMore: false };
const hidden = [
  {
    storyId: story._id,
    hiddenAt: story.createdAt,
    story: { title: story.title, language: 'en', author: story.author },
  },
  { storyId: idOf(9), hiddenAt: story.createdAt, story: null },
];

async function open() {
  signIn();
  mockCall('GET /auth/me', {
    success: true,
    unreadCount: 0,
    user: { ...me, readingPreferences: { ...preferences, hiddenTags: ['sea'] } },
  });
  mockCall('GET /stories/hidden', { success: true, data: hidden, pagination });
  mockCall('GET /tags', { success: true, data: [] });
  mockCall('GET /stories/languages', { success: true, data: [{ language: 'pt', stories: 3 }] });
  return renderPage(<Section />);
}

test('the switch turns on mature stories at once, and is reverted if that fails', async () => {
  await open();
  const mature = page.getByRole('switch', { name: 'Show mature stories' });
  mockFailure('PATCH /users/preferences', 'BUSY', 'The server is busy.');
  await mature.click();
  await expect.element(page.getByText('The server is busy.')).toBeVisible();
  await expect.element(mature).not.toBeChecked();
  const { sent } = mockCall('PATCH /users/preferences', {
    success: true,
    data: { ...preferences, hiddenTags: ['sea'], showsMature: true },
  });
  await mature.click();
  await expect.element(mature).toBeChecked();
  expect(sent).toEqual([{ showsMature: true }]);
});

test('the languages that a person reads are chosen from those of the stories and of the browser', async () => {
  await open();
  const { sent } = mockCall('PATCH /users/preferences', {
    success: true,
    data: { ...preferences, hiddenTags: ['sea'], languages: ['pt'] },
  });
  const portuguese = page.getByRole('checkbox', { name: 'Portuguese' });
  await expect.element(page.getByRole('checkbox', { name: 'English' })).not.toBeChecked();
  await portuguese.click();
  await expect.poll(() => sent).toEqual([{ languages: ['pt'] }]);
  await expect.element(portuguese).toBeChecked();
});

test('hidden tags and warnings are added and removed', async () => {
  await open();
  const added = mockCall('PATCH /users/preferences', {
    success: true,
    data: { ...preferences, hiddenTags: ['sea', 'Ghosts'] },
  });
  await page.getByRole('combobox', { name: 'Hidden tags' }).fill('Ghosts');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Remove Ghosts' })).toBeVisible();
  expect(added.sent).toEqual([{ hideTags: ['Ghosts'], showTags: [] }]);
  const removed = mockCall('PATCH /users/preferences', {
    success: true,
    data: { ...preferences, hiddenTags: ['ghosts'] },
  });
  await page.getByRole('button', { name: 'Remove sea' }).click();
  await expect.element(page.getByRole('button', { name: 'Remove sea' })).not.toBeInTheDocument();
  expect(removed.sent).toEqual([{ hideTags: [], showTags: ['sea'] }]);
  const warned = mockCall('PATCH /users/preferences', {
    success: true,
    data: { ...preferences, hiddenTags: ['ghosts'], hiddenWarnings: ['gore'] },
  });
  await page.getByRole('checkbox', { name: 'Gore' }).click();
  await expect.poll(() => warned.sent).toEqual([{ hideWarnings: ['gore'], showWarnings: [] }]);
  await expect.element(page.getByRole('checkbox', { name: 'Gore' })).toBeChecked();
});

test('hidden stories can be shown again, also those that are no longer available', async () => {
  await open();
  await expect.element(page.getByRole('link', { name: story.title })).toBeVisible();
  await expect.element(page.getByText('No longer available')).toBeVisible();
  mockCall('DELETE /stories/{id}/hide', { success: true, isHidden: false });
  mockCall('GET /stories/hidden', {
    success: true,
    data: hidden.slice(1),
    pagination: { ...pagination, total: 1 },
  });
  await page.getByRole('button', { name: `Show again: ${story.title}` }).click();
  await expect.element(page.getByRole('link', { name: story.title })).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: 'Hidden stories' })).toHaveFocus();
});
