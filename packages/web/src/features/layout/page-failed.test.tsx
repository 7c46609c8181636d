import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { PageFailed } from './page-failed.tsx';

resetBetweenTests();

test('a page that fails to load can be tried again and leads back to home', async () => {
  const gone = { heading: 'Story Not Found', text: 'It does not exist.' };
  await renderPage(
    <PageFailed
      error={new Error('Failed')}
      onRetry={() => {}}
      heading="Story Details"
      fallback="Failed to fetch story"
      gone={gone}
    />,
  );
  await expect.element(page.getByText('Failed to fetch story')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
});
