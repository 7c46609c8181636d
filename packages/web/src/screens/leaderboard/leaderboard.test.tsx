import type { LeaderboardEntry } from '@inkling/contract/leaderboard';
import { paginate } from '@inkling/contract/page';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { asMember } from '../../testing/comment-pages.ts';
import { idOf, me } from '../../testing/fixtures.ts';
import { mockEach, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import Leaderboard from './leaderboard.tsx';

resetBetweenTests();

const entryOf = (number: number, rank: number, value: number): LeaderboardEntry => ({
  rank,
  user: { _id: idOf(number), username: `reader_${number}`, displayName: `Reader ${number}`, avatar: null },
  value,
});
const mine: LeaderboardEntry = {
  ...entryOf(1, 41, 7),
  user: { _id: me._id, username: me.username, displayName: me.displayName, avatar: null },
};

const answer = (data: LeaderboardEntry[], pageNumber = 1, total = data.length) => ({
  success: true as const,
  data,
  pagination: paginate(pageNumber, 20, total),
  me: mine,
  isListed: false,
});

test('it opens on the people one follows, and shows everyone, other boards and periods on request', async () => {
  asMember();
  const asked: string[] = [];
  mockEach('GET /leaderboard', (query) => {
    const of = ['board', 'period', 'scope'].map((name) => query.get(name) ?? '').join(' ');
    asked.push(of);
    return answer(query.get('scope') === 'following' ? [] : [entryOf(2, 1, 1200), entryOf(3, 2, 30)]);
  });
  await renderPage(<Leaderboard />);
  await expect.element(page.getByRole('heading', { name: 'No one you follow is listed yet' })).toBeVisible();
  expect(asked).toEqual(['minutes week following']);
  await page.getByRole('button', { name: 'Show everyone' }).click();
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Reader 2' }))
    .toMatchTextContent(/1,200 min/);
  await page.getByRole('combobox', { name: 'Period' }).selectOptions('all');
  await expect.poll(() => asked.at(-1)).toBe('minutes all everybody');
  await page.getByRole('tab', { name: 'Words' }).click();
  await expect.poll(() => asked.at(-1)).toBe('words week everybody');
  expect(document.querySelectorAll('select')[1]?.options).toHaveLength(1);
});

test('one’s own place is shown to oneself, with where to change who sees it', async () => {
  asMember();
  mockEach('GET /leaderboard', () => answer([entryOf(2, 1, 30)]));
  await renderPage(<Leaderboard />);
  const place = page.getByRole('region', { name: 'Your place' });
  await expect.element(place.getByRole('listitem')).toMatchTextContent(/Rank 41.*Ada.*You.*7 min/);
  await expect.element(page.getByText(/^You aren’t listed: only you can see your place\./)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Change this in Settings' })).toBeVisible();
});

test('with rewards switched off, there is no ranking', async () => {
  asMember({ readingPreferences: { ...me.readingPreferences, hidesRewards: true } });
  mockEach('GET /leaderboard', () => answer([]));
  await renderPage(<Leaderboard />);
  await expect.element(page.getByRole('heading', { name: 'Rewards are switched off' })).toBeVisible();
  await expect.element(page.getByRole('tablist')).not.toBeInTheDocument();
});

test('more people are loaded on request, and a failure can be tried again', async () => {
  asMember();
  mockFailure('GET /leaderboard', 'INTERNAL', 'The lamp is out.');
  const view = await renderPage(<Leaderboard />);
  await expect.element(page.getByRole('alert')).toMatchTextContent('The lamp is out.');
  const people = Array.from({ length: 21 }, (_, index) => entryOf(100 + index, index + 1, 90 - index));
  mockEach('GET /leaderboard', (query) => {
    const number = Number(query.get('page'));
    return answer(people.slice((number - 1) * 20, number * 20), number, people.length);
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Showing 20 of 21 people.')).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.element(page.getByRole('link', { name: 'Reader 120' })).toHaveFocus();
  await view.unmount();
});
