import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { genres, me } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { GenreOnboarding } from './genre-onboarding.tsx';

resetBetweenTests();

test.each(['Skip for now', 'Close', 'Escape'])('the genre question can be dismissed: %s', async (exit) => {
  signIn();
  mockCall('GET /genres', { success: true, data: genres });
  const onDone = vi.fn();
  await renderPage(<GenreOnboarding me={me} onDone={onDone} />);
  await expect.element(page.getByRole('dialog', { name: 'What do you like to read?' })).toBeVisible();
  if (exit === 'Escape') await userEvent.keyboard('{Escape}');
  else await page.getByRole('button', { name: exit }).click();
  expect(onDone).toHaveBeenCalledOnce();
});
