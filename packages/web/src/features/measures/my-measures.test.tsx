import type { OwnMeasure } from '@inkling/contract/measures';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useCall } from '../../lib/query.ts';
import { idOf, me } from '../../testing/fixtures.ts';
import { warning } from '../../testing/measures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { MyMeasures } from './my-measures.tsx';
import { SuspendedNotice } from './suspended-notice.tsx';

resetBetweenTests();

const button = (name: string) => page.getByRole('button', { name, exact: true });
const why = page.getByRole('textbox', { name: 'Why should the site’s team change its decision?' });

const { person: _person, by: _by, liftedBy: _liftedBy, ...own } = warning;
const suspension: OwnMeasure = {
  ...own,
  _id: idOf(911),
  kind: 'suspend',
  subject: null,
  reason: 'Spam again.',
};

const mockStanding = (isSuspended: boolean, ...measures: OwnMeasure[]) =>
  mockCall('GET /users/me/standing', {
    success: true,
    data: { isSuspended, suspendedUntil: null, measures },
  });

test('without measures the standing is good', async () => {
  signIn();
  mockStanding(false);
  await renderPage(<MyMeasures userId={me._id} />);
  await expect.element(page.getByText(/^You’re in good standing/)).toBeVisible();
});

test('a measure says why, and takes one appeal, whose text survives a failure', async () => {
  signIn();
  mockStanding(true, suspension);
  await renderPage(<MyMeasures userId={me._id} />);
  await expect.element(page.getByText('Spam again.')).toBeVisible();
  await expect.element(page.getByText(/· The site’s team · For good/)).toBeVisible();
  await button('Appeal').click();
  await why.fill('It was a joke.');
  mockFailure('POST /measures/{id}/appeal', 'UNAVAILABLE', 'Please try again.');
  await button('Send appeal').click();
  await expect.element(page.getByText('Please try again.')).toBeVisible();
  await expect.element(why).toHaveValue('It was a joke.');
  const appealed: OwnMeasure = {
    ...suspension,
    canAppeal: false,
    appeal: {
      status: 'open',
      text: 'It was a joke.',
      createdAt: own.createdAt,
      answer: null,
      answeredAt: null,
    },
  };
  const { sent } = mockCall('POST /measures/{id}/appeal', { success: true, data: appealed });
  mockStanding(true, appealed);
  await button('Send appeal').click();
  await expect.element(page.getByText('The site’s team hasn’t answered yet.')).toBeVisible();
  await expect.element(page.getByText('It was a joke.')).toBeVisible();
  expect(button('Appeal').elements()).toEqual([]);
  expect(sent).toEqual([{ text: 'It was a joke.' }]);
});

test('a decision of moderators does not come from the team', async () => {
  signIn();
  mockStanding(false, { ...own, isByModerator: true });
  await renderPage(<MyMeasures userId={me._id} />);
  await expect.element(page.getByText(/· A community’s moderators$/)).toBeVisible();
});

test('the answer to an appeal is shown, and what has ended', async () => {
  signIn();
  const answer = { status: 'granted', text: 'A joke.', answer: 'You’re right.' } as const;
  mockStanding(false, {
    ...suspension,
    endedAt: own.createdAt,
    canAppeal: false,
    appeal: { ...answer, createdAt: own.createdAt, answeredAt: own.createdAt },
  });
  await renderPage(<MyMeasures userId={me._id} />);
  await expect.element(page.getByText('Appeal granted')).toBeVisible();
  await expect.element(page.getByText('You’re right.')).toBeVisible();
  await expect.element(page.getByText('Ended', { exact: true })).toBeVisible();
});

function Writes() {
  const mute = useCall('POST /users/{id}/mute', { fallback: 'Failed to mute this person.' });
  return (
    <button type="button" onClick={() => mute.mutate({ params: { id: idOf(3) } })}>
      Mute
    </button>
  );
}

test('refused writes of a suspended person say so once, and the banner appears', async () => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: { ...me, isSuspended: true } });
  mockStanding(true, suspension);
  const refusal = 'Your account is suspended. You can read, but not write.';
  const { sent } = mockFailure('POST /users/{id}/mute', 'SUSPENDED', refusal);
  await renderPage(
    <>
      <SuspendedNotice />
      <Writes />
    </>,
  );
  await button('Mute').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(refusal);
  await button('Mute').click();
  await expect.poll(() => sent.length).toBe(2);
  const banner = page.getByRole('region', { name: 'Suspension' });
  await expect.element(banner.getByText('Reason: Spam again.')).toBeVisible();
  await expect
    .element(banner.getByRole('link', { name: 'See your standing' }))
    .toHaveAttribute('href', '/settings#standing');
  expect(page.getByRole('alert').elements().length).toBe(1);
});
