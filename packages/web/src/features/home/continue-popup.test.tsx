import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { halfRead } from '../../testing/fixtures.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { ContinuePopup } from './welcome.tsx';

resetBetweenTests();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const card = page.getByRole('region', { name: 'Pick up where you left off' });
const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

const movePointerAway = () => userEvent.hover(page.getByRole('heading', { name: 'Home' }));

const openPage = async (entry = halfRead) => {
  await renderPage(
    <main id="main" tabIndex={-1} style={{ minHeight: 400 }}>
      <h1>Home</h1>
      <ContinuePopup entry={entry} />
    </main>,
  );
};

test('the continue-reading card appears after 1.2 seconds for 8 seconds', async () => {
  await openPage();
  await wait(1180);
  await expect.element(card).not.toBeInTheDocument();
  await wait(20);
  await expect.element(card).toBeVisible();
  await wait(7960);
  await expect.element(card).toBeVisible();
  await wait(40);
  await expect.element(card).not.toBeInTheDocument();
});

test('the continue-reading card pauses its timer while hovered or focused', async () => {
  await openPage();
  await wait(1200);
  await wait(5000);
  await card.hover();
  await wait(60_000);
  await expect.element(card).toBeVisible();
  card.getByRole('button', { name: 'Dismiss' }).element().focus();
  await movePointerAway();
  await wait(60_000);
  await expect.element(card).toBeVisible();
  page.getByRole('main').element().focus();
  await wait(2900);
  await expect.element(card).toBeVisible();
  await wait(200);
  await expect.element(card).not.toBeInTheDocument();
});

test('the card leads to the story’s page while the reader may read none of its chapters', async () => {
  await openPage({ ...halfRead, continueWith: null });
  await wait(1200);
  await expect.element(card.getByRole('link')).toHaveAttribute('href', `/story/${halfRead.story._id}`);
});
