import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { setOnline } from '../../testing/connection.ts';
import { idOf, story } from '../../testing/fixtures.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { ChatButton } from './chat-button.tsx';

resetBetweenTests();
afterEach(() => vi.restoreAllMocks());

test('without a connection the chat does not open, and its button says why', async () => {
  setOnline(false);
  await renderPage(<ChatButton storyId={story._id} chapterId={idOf(8)} authorId={story.author._id} />);
  const button = page.getByRole('button', { name: 'Live Chat' });
  const reason = 'You’re offline. Live Chat needs a connection.';
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button).toHaveAccessibleDescription(reason);
  await button.click({ force: true });
  await expect.element(page.getByRole('alert').getByText(reason)).toBeVisible();
  expect(page.getByRole('dialog').elements()).toEqual([]);
  setOnline(true);
  await expect.element(button).not.toHaveAttribute('aria-disabled');
});
