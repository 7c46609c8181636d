import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useMe } from '../../lib/session.ts';
import { idOf, me } from '../../testing/fixtures.ts';
import { mockBadGateway, mockCall } from '../../testing/mock-call.ts';
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

const open = () => page.getByRole('button', { name: 'Open' }).click();
const box = () => page.getByRole('textbox', { name: 'Note' });
const send = () => page.getByRole('button', { name: 'Send' }).click();
const sentNote = (text: string) => ({
  success: true as const,
  data: { _id: idOf(9), text, createdAt: me.createdAt, editedAt: null, withheld: null },
});

async function show() {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  await renderPage(<Opener />);
}

test('a note is there again after Escape, until it is sent', async () => {
  await show();
  await open();
  await box().fill('Back in May.');
  await userEvent.keyboard('{Escape}');
  await open();
  await expect.element(box()).toHaveValue('Back in May.');
  const { sent } = mockCall('POST /stories/{id}/notes', sentNote('Back in May.'));
  await send();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(sent).toEqual([{ _id: expect.any(String), text: 'Back in May.' }]);
  await open();
  await expect.element(box()).toHaveValue('');
});

test('a note whose response was lost is the same one from a dialog that is opened again, and changed if the text is', async () => {
  await show();
  await open();
  await box().fill('Back in May.');
  const { sent: lost } = mockBadGateway('POST /stories/{id}/notes');
  await send();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await open();
  await box().fill('Back in June.');
  const { sent } = mockCall('POST /stories/{id}/notes', sentNote('Back in May.'));
  // If the change fails, the next try is about the same note too.
  const { sent: failed } = mockBadGateway('PUT /stories/{id}/notes/{noteId}');
  await send();
  await expect.poll(() => failed).toHaveLength(1);
  await expect.element(page.getByRole('button', { name: 'Send' })).not.toHaveAttribute('aria-busy');
  const { sent: edits } = mockCall('PUT /stories/{id}/notes/{noteId}', sentNote('Back in June.'));
  await send();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  const [first] = lost as { _id: string }[];
  expect(sent).toEqual([1, 2].map(() => ({ _id: first?._id, text: 'Back in June.' })));
  expect(edits).toEqual([{ text: 'Back in June.' }]);
  // The next note is another one.
  await open();
  await box().fill('And now in July.');
  const { sent: others } = mockCall('POST /stories/{id}/notes', sentNote('And now in July.'));
  await send();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(others).toHaveLength(1);
  expect(others[0]).not.toMatchObject({ _id: first?._id });
});
