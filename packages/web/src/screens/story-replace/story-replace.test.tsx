import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall, mockEach } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import StoryReplace from './story-replace.tsx';

resetBetweenTests();

test('the places after the first ones are added to the list, up to the last one', async () => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  mockCall('GET /stories/{id}', { success: true, data: story });
  const placeAt = (start: number) => ({
    start,
    end: start + 4,
    original: 'Mira',
    prefix: '',
    suffix: ` ${start}`,
    isPlain: true,
  });
  const chapter = (number: number, ...places: number[]) => ({
    chapter: { _id: idOf(number), title: `Night ${number}`, chapterNumber: number },
    version: number,
    places: places.map(placeAt),
  });
  let isFirst = true;
  const { sent } = mockEach('POST /stories/{id}/find', () => {
    const data = isFirst ? [chapter(1, 0), chapter(2, 10)] : [chapter(2, 30), chapter(3, 0)];
    const hasMore = isFirst;
    isFirst = false;
    return { success: true, data, hasMore };
  });
  await renderPage(
    <main id="main" tabIndex={-1}>
      <StoryReplace />
    </main>,
    '/write/:storyId/replace',
    `/write/${idOf(500)}/replace`,
  );
  await page.getByRole('textbox', { name: 'Find' }).fill('Mira');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect.element(page.getByText('These are the first 2 matches.')).toBeVisible();
  const more = page.getByRole('button', { name: 'Show more matches' });
  await more.click();
  await expect.element(page.getByRole('button', { name: 'Remove 4 matches' })).toBeVisible();
  await expect.element(more).not.toBeInTheDocument();
  await expect.element(page.getByRole('main')).toHaveFocus();
  expect(sent[1]).toMatchObject({ words: 'Mira', after: { chapter: idOf(2), version: 2, end: 14 } });
  // Each chapter once.
  const headings = page.getByRole('heading', { level: 2 }).elements();
  expect(headings.map(({ textContent }) => textContent)).toHaveLength(3);
  const { sent: replaced } = mockCall('POST /stories/{id}/replace', {
    success: true,
    data: { chapters: [], replaced: 4, left: 0, stoppedBy: null },
  });
  await page.getByRole('button', { name: 'Remove 4 matches' }).click();
  await expect.poll(() => replaced).toHaveLength(1);
  expect(replaced).toMatchObject([
    { chapters: [{}, { _id: idOf(2), places: [{ start: 10 }, { start: 30 }] }, {}] },
  ]);
});
