import type { Me } from '@inkling/contract/account';
import type { Story } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf, me, story } from '../../../testing/fixtures.ts';
import { mockCall } from '../../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../../testing/render-page.tsx';
import { openMatureStory, useAsksFirst } from './mature-consent.ts';
import { MatureGate } from './mature-gate.tsx';

resetBetweenTests();

const mature: Story = { ...story, _id: idOf(77), audience: 'mature', contentWarnings: ['gore'] };

function Page({ shown }: { shown: Story }) {
  const asks = useAsksFirst(shown);
  if (asks === 'unknown') return <p>Loading</p>;
  return asks ? <MatureGate story={shown} /> : <p>The story</p>;
}

async function openAs(reader: Partial<Me> | null, shown: Story) {
  if (reader !== null) {
    signIn();
    mockCall('GET /auth/me', { success: true, unreadCount: 0, user: { ...me, ...reader } });
  }
  return renderPage(<Page shown={shown} />);
}

const question = () => page.getByText('This story is for mature readers');
const content = () => page.getByText('The story', { exact: true });

test('a visitor is asked once for each story', async () => {
  const rendered = await openAs(null, mature);
  await expect.element(question()).toBeVisible();
  await expect.element(page.getByRole('heading', { name: mature.title })).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'Content warnings' })).toHaveTextContent('Gore');
  await expect.element(page.getByText(mature.description)).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(content()).toBeVisible();
  await rendered.unmount();
  const again = await openAs(null, mature);
  await expect.element(content()).toBeVisible();
  await again.unmount();
  await openAs(null, { ...mature, _id: idOf(78) });
  await expect.element(question()).toBeVisible();
});

test('a reader who has not chosen to see mature stories is asked', async () => {
  await openAs({}, { ...mature, _id: idOf(79) });
  await expect.element(question()).toBeVisible();
});

test('a reader who chose to see mature stories is never asked', async () => {
  await openAs(
    { readingPreferences: { ...me.readingPreferences, showsMature: true } },
    { ...mature, _id: idOf(80) },
  );
  await expect.element(content()).toBeVisible();
});

test('the author and readers of other stories are never asked', async () => {
  const rendered = await openAs({ _id: story.author._id }, { ...mature, _id: idOf(81) });
  await expect.element(content()).toBeVisible();
  await rendered.unmount();
  await openAs({}, { ...mature, audience: 'teen' });
  await expect.element(content()).toBeVisible();
});

test('the last 100 stories are remembered', async () => {
  openMatureStory(mature._id);
  for (let number = 0; number < 100; number += 1) openMatureStory(idOf(1000 + number));
  const stored = JSON.parse(localStorage.getItem('mature-stories') ?? '{}');
  expect(stored.stories).toHaveLength(100);
  expect(stored.stories).not.toContain(mature._id);
});
