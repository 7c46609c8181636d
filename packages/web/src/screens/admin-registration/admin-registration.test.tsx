import type { SiteSettings } from '@inkling/contract/site';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { me } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import AdminSettings from '../admin-settings/admin-settings.tsx';
import AdminRegistration from './admin-registration.tsx';

resetBetweenTests();

const settings: SiteSettings = {
  registration: 'open',
  question: { text: 'Which bird is black?', answers: ['A raven'] },
  blockedDomains: ['spam.example'],
  operatorName: 'Ada',
  contactEmail: null,
  privacyEmail: null,
  showsTestimonials: true,
  newAccountHours: 24,
  newAccountTextsPerHour: 5,
  textsPerHour: 60,
  repeatedTexts: 3,
  announcement: null,
};
const stateWith = (changes: Partial<SiteSettings>) => ({
  success: true as const,
  data: { settings: { ...settings, ...changes }, defaults: settings, set: [] },
});
const pagination = { currentPage: 1, totalPages: 1, totalItems: 0, hasNextPage: false, hasPrevPage: false };

function signInAsAdmin() {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: { ...me, isAdmin: true } });
  mockCall('GET /subscriptions/plans', { success: true, mode: 'off', data: [] });
  mockCall('GET /admin/settings', stateWith({}));
}
const save = () => page.getByRole('button', { name: 'Save', exact: true }).first();

test('saving the question leaves alone who can sign up and the blocked domains', async () => {
  signInAsAdmin();
  mockCall('GET /admin/invitations', { success: true, data: [] });
  mockCall('GET /admin/signups', { success: true, data: [], pagination } as never);
  // A colleague has closed registration in the meantime.
  const closed = stateWith({ registration: 'closed' });
  const { sent } = mockCall('PATCH /admin/settings', closed);
  await renderPage(<AdminRegistration />);
  const answers = page.getByLabelText('Accepted answers');
  await answers.fill('A crow');
  mockCall('GET /admin/settings', closed);
  await save().click();
  await expect.element(page.getByRole('radio', { name: /^No one/ })).toBeChecked();
  expect(sent).toEqual([{ question: { text: 'Which bird is black?', answers: ['A crow'] } }]);
});

test('saving the operator’s name leaves alone what a colleague set for testimonials', async () => {
  signInAsAdmin();
  const hidden = stateWith({ showsTestimonials: false });
  const { sent } = mockCall('PATCH /admin/settings', hidden);
  await renderPage(<AdminSettings />);
  const name = page.getByLabelText('Name', { exact: true });
  const shown = page.getByLabelText('Show testimonials');
  await expect.element(shown).toBeChecked();
  const form = page.getByRole('region', { name: 'Who runs this site' });
  await name.fill('Bo');
  mockCall('GET /admin/settings', hidden);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(shown).not.toBeChecked();
  await name.fill('Cy');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => sent).toEqual([{ operatorName: 'Bo' }, { operatorName: 'Cy' }]);
});
