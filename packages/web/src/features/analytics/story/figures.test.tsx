import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../../../testing/fixtures.ts';
import { renderPage, resetBetweenTests } from '../../../testing/render-page.tsx';
import { RetentionFigure } from './figures.tsx';

resetBetweenTests();

test('a title that begins with its chapter’s number is shown without it', async () => {
  const kinds = { readingOn: 3, waiting: 1, gone: 2 };
  const chapter = { _id: idOf(1), number: 3, title: 'Chapter 3: The Bell' };
  await renderPage(<RetentionFigure rows={[{ chapter, ...kinds }]} />);
  await page.getByText('Show as a table: readers from chapter to chapter').click();
  await expect.element(page.getByRole('rowheader', { name: '3. The Bell', exact: true })).toBeVisible();
});
