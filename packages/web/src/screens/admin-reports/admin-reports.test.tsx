import { paginate } from '@inkling/contract/page';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf, me } from '../../testing/fixtures.ts';
import { bo, entry, grace, warning } from '../../testing/measures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { forgetData, renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { Queues } from './admin-reports.tsx';
import { EntryView } from './entry.tsx';

resetBetweenTests();

const button = (name: string) => page.getByRole('button', { name, exact: true });
const listed = <Item,>(data: Item[]) => ({
  success: true as const,
  data,
  pagination: paginate(1, 20, data.length),
});

const backups = { lastWrittenAt: null, lastRestorableAt: null, isLate: false, isUnverified: false };

function signInAs(isAdmin: boolean, isModerator = false) {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: { ...me, isAdmin, isModerator } });
  mockCall('GET /admin/backups', { success: true, data: backups });
  mockCall('GET /subscriptions/plans', { success: true, mode: 'off', data: [] });
}

async function showEntry(shown = entry) {
  mockCall('GET /admin/reports/{id}', { success: true, data: shown });
  await renderPage(<EntryView id={entry._id} />);
  await expect.element(page.getByRole('heading', { level: 1, name: entry.title })).toBeVisible();
}

test('the queue is for admins, who see what is open, closed and appealed', async () => {
  signInAs(false);
  const first = await renderPage(<Queues />);
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await first.unmount();
  forgetData();
  signInAs(true);
  mockCall('GET /admin/reports', listed([{ ...entry, takenBy: bo }]));
  await renderPage(<Queues />);
  const row = page.getByRole('list', { name: 'Open reports' }).getByRole('listitem');
  const facts = row.getByText(
    /^By Grace · 2 reports · Spam or advertising, Copied from someone else · .+Bo is handling this$/,
  );
  await expect.element(facts).toBeVisible();
  await expect
    .element(row.getByRole('link', { name: entry.title }))
    .toHaveAttribute('href', `/admin/reports/${entry._id}`);
});

test('moderators see the queue and its entries, but nothing else of the admin area', async () => {
  signInAs(false, true);
  mockCall('GET /admin/reports', listed([entry]));
  const first = await renderPage(<Queues />);
  await expect.element(page.getByRole('list', { name: 'Open reports' })).toBeVisible();
  const links = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
  expect(links.elements().map(({ textContent }) => textContent)).toEqual(['Reports', 'Takedowns']);
  expect(
    page
      .getByRole('tab')
      .elements()
      .map(({ textContent }) => textContent),
  ).not.toContain('Outside requests');
  await first.unmount();
  await showEntry();
  await expect.element(page.getByRole('radio', { name: /Suspend the account/ })).toBeVisible();
});

test('admins see when the site is not backed up any more, or not in a way that is known to be restorable', async () => {
  signInAs(true);
  mockCall('GET /admin/reports', listed([]));
  const first = await renderPage(<Queues />);
  await expect.element(page.getByText('Nothing to review.')).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
  await first.unmount();
  const at = '2026-01-12T12:00:00.000Z';
  for (const [data, text] of [
    [{ ...backups, lastWrittenAt: at, isLate: true }, 'The last backup of this site is from Jan 12, 2026.'],
    [
      { ...backups, lastRestorableAt: at, isUnverified: true },
      'The last backup of this site that is known to be restorable is from Jan 12, 2026.',
    ],
    [{ ...backups, isUnverified: true }, 'No backup of this site has been verified yet.'],
  ] as const) {
    forgetData();
    signInAs(true);
    mockCall('GET /admin/reports', listed([]));
    mockCall('GET /admin/backups', { success: true, data });
    const shown = await renderPage(<Queues />);
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(`${text} Please tell the person who runs the server. The server’s log says why.`);
    await shown.unmount();
  }
});

test('an entry shows copies, reports, history and notes; a moderator cannot suspend', async () => {
  signInAs(false);
  await showEntry();
  await expect
    .element(page.getByRole('region', { name: 'Reported text' }))
    .toHaveTextContent('A lamp, and who lit it.');
  await expect.element(page.getByText('2 other decisions about this person, 1 dismissed.')).toBeVisible();
  await expect.element(page.getByText(warning.reason)).toBeVisible();
  expect(page.getByRole('radio', { name: 'Suspend the account' }).elements()).toEqual([]);
  expect(button('Lift').elements()).toEqual([]);
  const { sent } = mockCall('POST /admin/reports/{id}/notes', { success: true, data: entry });
  await page.getByRole('textbox', { name: 'Add a note' }).fill('I know them.');
  await button('Add note').click();
  await expect.poll(() => sent).toMatchObject([{ text: 'I know them.' }]);
});

test('a moderator reads how many reports there are and their reasons, without the reports', async () => {
  signInAs(false);
  await showEntry({ ...entry, community: idOf(70), reports: [] });
  await expect
    .element(page.getByText(/^Spam or advertising, Copied from someone else\. Only the site’s team sees/))
    .toBeVisible();
});

test('an entry that moderators have decided stays open for admins, and says so', async () => {
  signInAs(true);
  await showEntry({ ...entry, moderated: { decision: 'dismiss', by: bo } });
  await expect
    .element(page.getByText('Moderators: Dismissed by Bo. It stays open until the site’s team decides.'))
    .toBeVisible();
  await expect.element(button('I’ll handle this')).toBeVisible();
});

test('taking what a colleague has taken says who, and shows it', async () => {
  signInAs(true);
  await showEntry();
  mockFailure('POST /admin/reports/{id}/take', 'CONFLICT', 'Bo is handling this.');
  mockCall('GET /admin/reports/{id}', { success: true, data: { ...entry, takenBy: bo } });
  await button('I’ll handle this').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Bo is handling this.');
  const { sent } = mockCall('POST /admin/reports/{id}/take', { success: true, data: entry });
  await button('Take it over').click();
  await expect.poll(() => sent).toEqual([{ anyway: true }]);
});

test('a measure needs a reason; a decision that was made already is shown', async () => {
  signInAs(true);
  await showEntry();
  await page.getByRole('radio', { name: 'Suspend the account' }).click();
  await button('Suspend the account').click();
  await expect.element(page.getByText('Please tell the person why.').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Spam.');
  await page.getByRole('combobox', { name: 'How long' }).selectOptions('For good');
  const { sent } = mockFailure(
    'POST /admin/reports/{id}/decide',
    'CONFLICT',
    'Bo has dismissed this report.',
  );
  const closed = { decision: 'dismiss', decidedBy: bo, closedAt: entry.createdAt } as const;
  mockCall('GET /admin/reports/{id}', { success: true, data: { ...entry, ...closed } });
  await button('Suspend the account').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Bo has dismissed this report.');
  await expect.element(page.getByText(/^Dismissed by Bo/)).toBeVisible();
  await expect.element(page.getByText('Spam.', { exact: true })).toBeVisible();
  expect(page.getByRole('heading', { name: 'Decision' }).elements()).toEqual([]);
  expect(sent).toEqual([{ measure: 'suspend', until: null, reason: 'Spam.' }]);
});

const appeal = {
  status: 'open',
  text: 'It was a joke.',
  createdAt: warning.createdAt,
  answer: null,
  answeredAt: null,
} as const;

test('an appeal is answered from the list', async () => {
  signInAs(true);
  mockCall('GET /admin/reports', listed([]));
  mockCall('GET /admin/measures', listed([{ ...warning, appeal }]));
  await renderPage(<Queues />, '*', '/?show=appeals');
  await expect.element(page.getByText('It was a joke.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: grace.displayName })).toBeVisible();
  await page.getByRole('radio', { name: 'Lift the measure' }).click();
  await page.getByRole('textbox', { name: 'Answer' }).fill('You’re right.');
  const { sent } = mockCall('POST /admin/measures/{id}/answer', { success: true, data: warning });
  mockCall('GET /admin/measures', listed<typeof warning>([]));
  await button('Send answer').click();
  await expect.element(page.getByText('No appeal is waiting.')).toBeVisible();
  expect(sent).toEqual([{ lifts: true, answer: 'You’re right.' }]);
});

test('an answer for which a colleague was faster is not lost', async () => {
  signInAs(true);
  mockCall('GET /admin/reports', listed([]));
  mockCall('GET /admin/measures', listed([{ ...warning, appeal }]));
  await renderPage(<Queues />, '*', '/?show=appeals');
  await page.getByRole('textbox', { name: 'Answer' }).fill('You’re right.');
  mockFailure('POST /admin/measures/{id}/answer', 'CONFLICT', 'Bo has answered this appeal.');
  mockCall('GET /admin/measures', listed<typeof warning>([]));
  await button('Send answer').click();
  await expect.element(page.getByText('No appeal is waiting.')).toBeVisible();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Bo has answered this appeal.');
  await expect.element(page.getByText('You’re right.')).toBeVisible();
});

test('an entry of what is held says why, and can be allowed', async () => {
  signInAs(true);
  const held = { ...entry, held: { for: 'repeated' as const, number: 3 }, reporters: 0, reasons: [] };
  mockCall('GET /admin/reports', listed([held]));
  const queue = await renderPage(<Queues />);
  const row = page.getByRole('list', { name: 'Open reports' }).getByRole('listitem');
  await expect.element(row.getByText('Held: the same text for the 3rd time in 24 hours')).toBeVisible();
  expect(row.getByText(/report/).elements()).toEqual([]);
  await queue.unmount();
  await showEntry({ ...held, reports: [] });
  await expect.element(page.getByRole('heading', { name: 'What is held' })).toBeVisible();
  expect(page.getByRole('heading', { name: '0 reports' }).elements()).toEqual([]);
  const { sent } = mockCall('POST /admin/reports/{id}/decide', { success: true, data: held });
  await button('Allow').click();
  await expect.poll(() => sent).toMatchObject([{ measure: 'dismiss' }]);
});
