import { type EmailTopic, emailTopic, firstSchedule } from '@inkling/contract/notifications';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CallResponse } from '../../lib/api.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { topicGroups } from './kinds.ts';
import { NotificationTopics } from './notification-settings.tsx';

resetBetweenTests();

type Settings = CallResponse<'GET /notifications/settings'>;
const settings = (topics: EmailTopic[]): Settings => ({
  success: true,
  data: {
    mutedKinds: ['passage'],
    topics,
    schedules: Object.fromEntries(
      emailTopic.options.map((topic) => [topic, firstSchedule(topic)]),
    ) as Settings['data']['schedules'],
    emailHour: 8,
    emailsThisMonth: 0,
    isAddressRefused: false,
    mutedStories: [],
  },
});
const row = (name: string) => page.getByRole('switch', { name });

test('only what the reader can get is listed; a preset chooses for all of it', async () => {
  signIn();
  const given = settings(['chapters', 'follower', 'accepted', 'declined', 'decision']);
  mockCall('GET /notifications/settings', given);
  await renderPage(<NotificationTopics />);
  await expect.element(page.getByRole('radio', { name: 'Usual' })).toBeChecked();
  await expect.element(row('New followers')).toBeChecked();
  expect(row('Reviews of your stories').elements()).toEqual([]);
  expect(page.getByRole('heading', { name: 'What you moderate' }).elements()).toEqual([]);
  const quiet = { ...given, data: { ...given.data, mutedKinds: ['follower' as const] } };
  const { sent } = mockCall('PUT /notifications/settings', quiet);
  mockCall('GET /notifications/settings', quiet);
  await page.getByRole('radio', { name: 'Quiet' }).click();
  await expect.element(row('New followers')).not.toBeChecked();
  expect(sent).toMatchObject([
    { mutedKinds: expect.arrayContaining(['follower']), schedules: { chapters: 'never' } },
  ]);
});

test('answers to requests to join are one row', async () => {
  signIn();
  const given = settings(['accepted', 'declined']);
  mockCall('GET /notifications/settings', given);
  await renderPage(<NotificationTopics />);
  const { sent } = mockCall('PUT /notifications/settings', given);
  await row('Answers to your requests to join').click();
  expect(sent).toEqual([{ mutedKinds: ['passage', 'accepted', 'declined'] }]);
});

test('every topic, new posts in communities included, has a row', () => {
  const listed = topicGroups.flatMap(({ rows }) => rows.flatMap(({ topics }) => topics));
  expect(listed.toSorted()).toEqual(emailTopic.options.toSorted());
});
