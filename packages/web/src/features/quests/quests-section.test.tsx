import type { Quest } from '@inkling/contract/quests';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { completeQuest, monthlyQuest, quest, weeklyQuest } from '../../testing/quests.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { QuestsSection } from './quests-section.tsx';

resetBetweenTests();

const button = (name: string | RegExp) => page.getByRole('button', { name });
const mockActive = (...data: Quest[]) => mockCall('GET /quests/user/active', { success: true, data });
const mockClaimable = (...data: Quest[]) => mockCall('GET /quests/user/claimable', { success: true, data });
const all = [quest, completeQuest, weeklyQuest, monthlyQuest];

test('quests show progress and when they end, and a complete one is claimed once', async () => {
  signIn();
  mockActive(...all);
  mockClaimable(completeQuest);
  await renderPage(<QuestsSection />);
  await expect.element(page.getByText('1 of 2 chapters')).toBeVisible();
  await expect.element(page.getByText('12 of 30 chapters')).toBeVisible();
  await expect
    .element(page.getByRole('progressbar', { name: 'Progress: Two more chapters' }))
    .toHaveAttribute('aria-valuenow', '50');
  await expect.element(page.getByText('Through Sun, Mar 8')).toBeVisible();
  const claimed = { ...completeQuest, isClaimed: true };
  const { sent } = mockCall('POST /quests/{id}/claim', { success: true, data: claimed }, undefined, {
    id: completeQuest._id,
  });
  mockActive(quest, claimed, weeklyQuest, monthlyQuest);
  mockClaimable();
  await expect.element(button(/^Claim /)).toHaveAccessibleName('Claim 30 ink: Twenty quiet minutes');
  await button(/^Claim /).click();
  await expect.element(button('Claimed: Twenty quiet minutes')).toHaveFocus();
  await button('Claimed: Twenty quiet minutes').click({ force: true });
  expect(sent).toHaveLength(1);
});

test('opening it gets quests for each type without one, once', async () => {
  signIn();
  const active = mockActive(weeklyQuest);
  mockClaimable();
  const { sent } = mockCall('POST /quests/auto-assign', { success: true, data: [quest, monthlyQuest] });
  await renderPage(<QuestsSection />);
  await expect.poll(() => sent).toEqual([{ type: 'DAILY' }, { type: 'MONTHLY' }]);
  await expect.element(page.getByText('1 of 2 chapters')).toBeVisible();
  await expect.element(page.getByText('12 of 30 chapters')).toBeVisible();
  await expect.element(page.getByText('Good company')).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(active.sent).toHaveLength(1);
});

test('without anything to do it says so', async () => {
  signIn();
  mockActive();
  mockClaimable();
  mockCall('POST /quests/auto-assign', { success: true, data: [] });
  await renderPage(<QuestsSection />);
  await expect.element(page.getByText(/^No quests for now/)).toBeVisible();
});

test('quests that ended can be claimed', async () => {
  signIn();
  mockActive();
  mockClaimable(completeQuest);
  mockCall('POST /quests/auto-assign', { success: true, data: [] });
  await renderPage(<QuestsSection />);
  await expect.element(page.getByRole('heading', { name: 'Ended' })).toBeVisible();
  await expect.element(button('Claim 30 ink: Twenty quiet minutes')).toBeVisible();
});

test('a failure can be tried again, also that of getting quests', async () => {
  signIn();
  mockFailure('GET /quests/user/active', 'INTERNAL', 'The lamp is out.');
  mockClaimable();
  await renderPage(<QuestsSection />);
  await expect.element(page.getByRole('alert')).toMatchTextContent('The lamp is out.');
  mockActive();
  mockFailure('POST /quests/auto-assign', 'INTERNAL', 'No quests today.');
  await button('Try again').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('No quests today.');
  mockActive(...all);
  mockCall('POST /quests/auto-assign', { success: true, data: all });
  await button('Try again').click();
  await expect.element(page.getByText('Good company')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('a refused claim is shown, and the quests are fetched again', async () => {
  signIn();
  mockActive(...all);
  mockClaimable(completeQuest);
  await renderPage(<QuestsSection />);
  await expect.element(button(/^Claim /)).toBeVisible();
  mockFailure('POST /quests/{id}/claim', 'ALREADY_CLAIMED', 'You’ve already claimed this quest.');
  mockActive(quest, { ...completeQuest, isClaimed: true }, weeklyQuest, monthlyQuest);
  await button(/^Claim /).click();
  await expect.element(button('Claimed: Twenty quiet minutes')).toBeVisible();
});
