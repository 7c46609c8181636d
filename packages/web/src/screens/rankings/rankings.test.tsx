import type { RankedStory } from '@inkling/contract/rankings';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { genres, idOf, story } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import Rankings from './rankings.tsx';

resetBetweenTests();

const ranked = (title: string, rank: number, previousRank: number | null): RankedStory => ({
  ...story,
  _id: idOf(700 + rank),
  title,
  rank,
  previousRank,
  activity: 40 - rank,
  previousActivity: previousRank === null ? null : 1200,
});
type Screen = Parameters<typeof Rankings>[0];
async function open(address: string, stories: RankedStory[]) {
  signIn();
  mockCall('GET /genres', { success: true, data: genres });
  mockCall('GET /rankings', { success: true, data: stories });
  const loaded = { loaderData: { first: null, address: '' } } as unknown as Screen;
  return renderPage(<Rankings {...loaded} />, '/rankings', address);
}
const rows = () =>
  page
    .getByRole('list', { name: 'Ranking' })
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('p')?.textContent);

test('each story has its rank and how far it has moved', async () => {
  await open('/rankings', [
    ranked('Up', 1, 3),
    ranked('Same', 2, 2),
    ranked('Down', 3, 1),
    ranked('Fresh', 4, null),
  ]);
  await expect.element(page.getByRole('link', { name: 'Fresh', exact: true })).toBeVisible();
  expect(rows()).toEqual(['Rank 1up by 2', 'Rank 2', 'Rank 3down by 2', 'Rank 4New']);
});

test('as a list, each story has the activity it is ranked by, and the device remembers the choice', async () => {
  const stats = { ...story.stats, averageRating: 4.25, ratingsCount: 12 };
  const up = { ...ranked('Up', 1, 3), stats, viewCount: 5000, likes: 1 };
  const stories = [up, ranked('Fresh', 2, null)];
  const shown = await open('/rankings', stories);
  await page.getByRole('button', { name: 'List' }).click();
  const figures = () =>
    [...document.querySelectorAll('.figures')].map((one) =>
      [...one.children].map((each) => each.textContent),
    );
  expect(figures()).toEqual([
    ['Activity 39', 'was 1,200', '5K views', '1 like', 'Rated ★ 4.3 out of 5 by 12 readers (12)'],
    ['Activity 38', expect.stringMatching(/view/), expect.stringMatching(/like/)],
  ]);
  expect(rows()).toEqual(['Rank 1up by 2', 'Rank 2New']);
  await shown.unmount();
  await open('/rankings', stories);
  await expect.element(page.getByRole('button', { name: 'List' })).toHaveAttribute('aria-pressed', 'true');
  expect(figures()).toHaveLength(2);
});

test('nothing is said of an earlier period that had no activity', async () => {
  await open('/rankings', [ranked('First', 1, null)]);
  await expect.element(page.getByRole('link', { name: 'First', exact: true })).toBeVisible();
  expect(rows()).toEqual(['Rank 1']);
});

test('an empty ranking leads to Discover, and the genre of the address is chosen', async () => {
  const [genre] = genres;
  await open(`/rankings?period=month&genre=${genre?._id}`, []);
  await expect
    .element(page.getByText('Stories that people read in the last 30 days will show up here.'))
    .toBeVisible();
  await expect.element(page.getByLabelText('Genre')).toHaveValue(genre?._id);
  await expect.element(page.getByLabelText('Period')).toHaveValue('month');
  await expect
    .element(page.getByRole('link', { name: 'Discover Stories' }))
    .toHaveAttribute('href', '/discover');
});
