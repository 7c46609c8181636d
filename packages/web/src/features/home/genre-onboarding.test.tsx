import { useQuery } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { emptyHome, genreId, genres, me } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { GenreOnboarding } from './genre-onboarding.tsx';
import { homeQuery } from './home.api.ts';

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

function ShelvesBelow() {
  useQuery(homeQuery);
  return <GenreOnboarding me={me} onDone={() => undefined} />;
}

test('saved genres change the shelves below the dialog at once', async () => {
  signIn();
  mockCall('GET /genres', { success: true, data: genres });
  const requests = mockCall('GET /home', { success: true, data: emptyHome });
  const favorites = ['Fantasy', 'Mystery', 'Romance'];
  const readingPreferences = { ...me.readingPreferences, genres: favorites.map(genreId) };
  mockCall('PATCH /users/preferences', { success: true, data: readingPreferences });
  await renderPage(<ShelvesBelow />);
  for (const name of favorites) await page.getByRole('button', { name, exact: true }).click();
  expect(requests.sent).toHaveLength(1);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await vi.waitFor(() => expect(requests.sent).toHaveLength(2), 5000);
});
