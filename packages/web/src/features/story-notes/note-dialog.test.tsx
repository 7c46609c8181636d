import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useMe } from '../../lib/session.ts';
import { idOf, me } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { NoteDialog } from './note-dialog.tsx';

resetBetweenTests();

function Opener() {
  const [open, setOpen] = useState(false);
  if (useMe() === undefined) return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && <NoteDialog storyId={idOf(1000)} note={null} onClose={() => setOpen(false)} />}
    </>
  );
}

test('a note is there again after Escape, until it is sent', async () => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  await renderPage(<Opener />);
  const open = () => page.getByRole('button', { name: 'Open' }).click();
  const box = page.getByRole('textbox', { name: 'Note' });
  await open();
  await box.fill('Back in May.');
  await userEvent.keyboard('{Escape}');
  await open();
  await expect.element(box).toHaveValue('Back in May.');
  const data = {
    _id: idOf(9),
    text: 'Back in May.',
    createdAt: me.createdAt,
    editedAt: null,
    withheld: null,
  };
  const { sent } = mockCall('POST /stories/{id}/notes', { success: true, data });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(sent).toEqual([{ _id: expect.any(String), text: 'Back in May.' }]);
  await open();
  await expect.element(box).toHaveValue('');
});
