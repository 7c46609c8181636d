import { paginate } from '@inkling/contract/page';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { asMember } from '../../testing/comment-pages.ts';
import { idOf, me } from '../../testing/fixtures.ts';
import { mockCall, mockEach, mockFailure } from '../../testing/mock-call.ts';
import { completeQuest, mission, monthlyQuest, quest, weeklyQuest } from '../../testing/quests.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import Rewards from './rewards.tsx';

resetBetweenTests();

beforeEach(() => {
  mockCall('GET /quests/user/active', { success: true, data: [quest, weeklyQuest, monthlyQuest] });
  mockCall('GET /quests/user/claimable', { success: true, data: [] });
  mockCall('GET /missions', { success: true, data: [] });
});

const coins = [5, 10, 15, 20, 25, 30, 50];
const row = (claimed: number, canClaim: boolean) => ({
  success: true as const,
  data: {
    canClaim,
    step: canClaim ? claimed + 1 : claimed,
    steps: coins.map((amount, index) => ({ step: index + 1, coins: amount, isClaimed: index < claimed })),
    nextAt: canClaim ? null : '2026-03-03T00:00:00.000Z',
  },
});
const walletWith = (entries: number) => (query: URLSearchParams) => {
  const number = Number(query.get('page'));
  const left = Math.min(20, entries - 20 * (number - 1));
  return {
    success: true as const,
    data: {
      ink: 1240,
      coins: 15,
      gems: 0,
      pages: 600,
      bookmarks: 3,
      entries: Array.from({ length: left }, (_, index) => ({
        _id: idOf(20 * number + index),
        currency: 'ink' as const,
        amount: index === 1 ? -300 : 2,
        reason: index === 1 ? 'A ribbon' : `Finished a chapter, ${20 * (number - 1) + index}`,
        createdAt: '2026-03-02T10:00:00.000Z',
        day: index === 0 ? '2026-03-02' : '2026-03-01',
      })),
      pagination: paginate(number, 20, entries),
    },
  };
};

test('the daily reward is claimed, and then says when the next one is ready', async () => {
  asMember();
  mockEach('GET /gamification/currency', walletWith(0));
  mockCall('GET /gamification/daily-rewards', row(2, true));
  await renderPage(<Rewards />);
  const next = page.getByRole('region', { name: 'Daily reward' }).getByRole('listitem').nth(2);
  await expect.element(next).toHaveAttribute('aria-current', 'step');
  const claimed = row(3, false);
  const { sent } = mockCall('POST /gamification/daily-rewards/claim', claimed);
  mockCall('GET /gamification/daily-rewards', claimed);
  await page.getByRole('button', { name: 'Claim 15 coins' }).click();
  await expect.element(page.getByRole('button', { name: 'Claimed' })).toHaveFocus();
  await expect.element(page.getByText(/^The next one is ready/)).toBeVisible();
  await expect.element(next).toHaveTextContent('15 coins, claimed3');
  expect(sent).toHaveLength(1);
});

test('the wallet is the ledger itself, in pages', async () => {
  asMember();
  mockEach('GET /gamification/currency', walletWith(25));
  mockCall('GET /gamification/daily-rewards', row(1, false));
  await renderPage(<Rewards />);
  await expect.element(page.getByRole('heading', { name: 'Where it came from' })).toBeVisible();
  const entries = page.getByRole('region', { name: 'Earned and spent' }).getByRole('listitem');
  await expect
    .element(page.getByRole('list', { name: /March 2/ }).getByRole('listitem'))
    .toHaveTextContent('Finished a chapter, 0+2 ink');
  await expect.element(entries.nth(1)).toHaveTextContent('A ribbon−300 ink');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(page.getByText('Finished a chapter, 20', { exact: true })).toBeVisible();
  expect(entries.elements()).toHaveLength(5);
});

test('what can be claimed is claimed at once, beside the balance; publishing is no first step of a reader', async () => {
  asMember();
  mockEach('GET /gamification/currency', walletWith(0));
  mockCall('GET /gamification/daily-rewards', row(1, false));
  const done = { ...mission, isCompleted: true };
  const publish = { ...mission, _id: 'publish-chapter', id: 'publish-chapter', title: 'Publish a chapter' };
  mockCall('GET /missions', { success: true, data: [done, publish] });
  mockCall('GET /quests/user/claimable', { success: true, data: [completeQuest] });
  await renderPage(<Rewards />);
  await expect
    .element(page.getByRole('region', { name: 'Your balance' }))
    .toHaveTextContent('1,240 ink15 coins0 gems');
  expect(page.getByText('Publish a chapter').elements()).toEqual([]);
  const claimed = [
    mockCall('POST /quests/{id}/claim', { success: true, data: { ...completeQuest, isClaimed: true } }),
    mockCall('POST /gamification/missions/{id}/claim', { success: true, data: { ...done, isClaimed: true } }),
  ];
  mockCall('GET /quests/user/claimable', { success: true, data: [] });
  mockCall('GET /missions', { success: true, data: [{ ...done, isClaimed: true }] });
  await page.getByRole('button', { name: 'Claim all (2)' }).click();
  await expect.poll(() => claimed.map(({ sent }) => sent.length)).toEqual([1, 1]);
  await expect.element(page.getByRole('button', { name: /^Claim all/ })).not.toBeInTheDocument();
});

test('a new reader is told what to do, and a failure offers to try again', async () => {
  asMember();
  mockEach('GET /gamification/currency', walletWith(0));
  mockFailure('GET /gamification/daily-rewards', 'INTERNAL', 'The lamp is out.');
  await renderPage(<Rewards />);
  await expect.element(page.getByText(/^Nothing yet\. Finish a chapter/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /again/i })).toBeVisible();
});

test('nothing is asked for while rewards are switched off', async () => {
  asMember({ readingPreferences: { ...me.readingPreferences, hidesRewards: true } });
  await renderPage(<Rewards />);
  await expect.element(page.getByRole('heading', { name: 'Rewards are switched off' })).toBeVisible();
});
