import type { OwnReport } from '@inkling/contract/reports';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf, me } from '../../testing/fixtures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { type Reportable, ReportDialog } from './report-dialog.tsx';

resetBetweenTests();

const button = (name: string) => page.getByRole('button', { name, exact: true });
const text = page.getByRole('textbox', { name: 'What should we know? (optional)' });
const reason = page.getByRole('combobox', { name: 'Reason' });

const earlier: OwnReport = {
  _id: idOf(900),
  subjectKind: 'story',
  subjectId: idOf(2),
  title: 'Half a Lamp',
  reason: 'spam',
  text: '',
  status: 'open',
  createdAt: '2026-01-02T00:00:00.000Z',
  closedAt: null,
};

function Opened({ things }: { things: Reportable }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && <ReportDialog things={things} onClose={() => setOpen(false)} />}
    </>
  );
}

async function show(...things: Reportable) {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  await renderPage(<Opened things={things} />);
  await expect.element(text).toBeVisible();
}

test('people are reported for pretending to be somebody else, and texts for AI that was not disclosed', async () => {
  await show({ kind: 'comment', id: idOf(601) });
  const { sent } = mockCall('POST /reports', { success: true, data: earlier });
  for (const name of ['Pretends to be somebody else', 'AI text that isn’t disclosed'])
    await reason.selectOptions(name);
  await button('Send report').click();
  await expect.poll(() => sent).toMatchObject([{ reason: 'undisclosed-ai' }]);
});

test('a report needs a reason; a refusal is shown with the text, which survives closing the dialog', async () => {
  await show({ kind: 'comment', id: idOf(601) });
  await expect.element(page.getByRole('dialog', { name: 'Report this comment' })).toBeVisible();
  await text.fill('They follow me around.');
  await button('Send report').click();
  await expect.element(page.getByText('Please choose a reason.')).toBeVisible();
  await reason.selectOptions('Harassment or bullying');
  mockFailure('POST /reports', 'QUOTA_REACHED', '20 of your reports are open.');
  await button('Send report').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('20 of your reports are open.');
  await expect.element(text).toHaveValue('They follow me around.');
  await button('Cancel').click();
  await button('Open').click();
  await expect.element(text).toHaveValue('They follow me around.');
  await expect.element(reason).toHaveValue('harassment');
});

test('the image of a thing is reported from the same dialog, and one who has reported before is told so', async () => {
  await show({ kind: 'story', id: idOf(2) }, { kind: 'cover', id: idOf(2) });
  await page.getByRole('combobox', { name: 'What is it about?' }).selectOptions('Cover');
  await reason.selectOptions('Spam or advertising');
  const { sent } = mockCall('POST /reports', { success: true, data: earlier });
  await button('Send report').click();
  await expect.element(page.getByText(/^You’ve already reported this\./)).toBeVisible();
  expect(sent).toMatchObject([{ subjectKind: 'cover', subjectId: idOf(2), reason: 'spam', text: '' }]);
  await expect.element(button('Done')).toHaveFocus();
  await expect
    .element(page.getByRole('link', { name: 'Your reports' }))
    .toHaveAttribute('href', '/settings#your-reports');
  await button('Done').click();
  await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0);
});
