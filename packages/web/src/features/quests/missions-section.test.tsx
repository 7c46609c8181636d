import type { Mission } from '@inkling/contract/quests';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { mission } from '../../testing/quests.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { MissionsSection } from './missions-section.tsx';

resetBetweenTests();

const genres: Mission = {
  ...mission,
  _id: 'choose-genres',
  id: 'choose-genres',
  title: 'Choose your genres',
  description: 'Pick 3 genres you enjoy.',
  link: '/settings',
  progress: 1,
  target: 3,
};
const comment: Mission = {
  ...mission,
  _id: 'comment',
  id: 'comment',
  title: 'Say something',
  progress: 1,
  isCompleted: true,
};
const mockMissions = (...data: Mission[]) => mockCall('GET /missions', { success: true, data });

test('each step to do has a link to where it is done; a complete one is claimed', async () => {
  signIn();
  mockMissions(genres, mission, comment);
  await renderPage(<MissionsSection />);
  await expect.element(page.getByText('1 of 3 done', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Pick 3 genres you enjoy. 1 of 3 done.')).toBeVisible();
  const link = page.getByRole('link', { name: 'Save a story' });
  await expect.element(link).toHaveAttribute('href', '/discover');
  const claimed = { ...comment, isClaimed: true };
  mockCall('POST /gamification/missions/{id}/claim', { success: true, data: claimed });
  mockMissions(genres, mission, claimed);
  await page.getByRole('button', { name: 'Claim 20 ink: Say something' }).click();
  await expect.element(page.getByRole('button', { name: 'Claimed: Say something' })).toHaveFocus();
});

test('once all are claimed, one line is left', async () => {
  signIn();
  mockMissions({ ...comment, isClaimed: true });
  await renderPage(<MissionsSection />);
  await expect.element(page.getByText(/^You’ve taken all of them/)).toBeVisible();
  await expect.element(page.getByRole('list')).not.toBeInTheDocument();
});

test('a failure can be tried again', async () => {
  signIn();
  mockFailure('GET /missions', 'INTERNAL', 'The lamp is out.');
  await renderPage(<MissionsSection />);
  await expect.element(page.getByRole('alert')).toMatchTextContent('The lamp is out.');
  mockMissions(mission);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('link', { name: 'Save a story' })).toBeVisible();
});
