import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf, me } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { ScheduleNote } from './schedule-line.tsx';

resetBetweenTests();

const author = { ...me, timeZone: 'Africa/Casablanca', utcOffset: 60 };
/** By rules of the zone that this browser does not have. */
const schedule = {
  chapter: idOf(20),
  publishAt: '2030-06-14T18:00:00.000Z',
  local: { date: '2030-06-14', time: '23:45' },
  problem: null,
  isPaused: false,
  announce: false,
};

beforeEach(() => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: author });
});

test('a schedule that is saved unchanged stays, whatever rules of the time zone the browser has', async () => {
  const { sent } = mockCall('PUT /chapters/{id}/schedule', { success: true, data: schedule });
  await renderPage(
    <>
      <ScheduleNote schedule={schedule} />
      <ScheduleDialog
        chapter={{ _id: idOf(20), title: 'Noon', publishedAt: null }}
        schedule={schedule}
        close={() => undefined}
      />
    </>,
  );
  await expect
    .element(page.getByText('Africa/Casablanca').or(page.getByText(/\(Casablanca\)/)))
    .toBeVisible();
  await expect
    .element(page.getByText(/Publishes .*Jun 14, 2030, 11:45 PM, without an announcement/))
    .toBeInTheDocument();
  await expect.element(page.getByLabelText('Time')).toHaveValue('23:45');
  await expect.element(page.getByLabelText('Announce it to followers')).not.toBeChecked();
  await page.getByRole('button', { name: 'Schedule' }).click();
  await expect
    .poll(() => sent)
    .toEqual([{ date: '2030-06-14', time: '23:45', announce: false, timeZone: 'Africa/Casablanca' }]);
});
