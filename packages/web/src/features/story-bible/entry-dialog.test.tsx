import type { BibleEntry } from '@inkling/contract/story-bible';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useMe } from '../../lib/session.ts';
import { idOf, me } from '../../testing/fixtures.ts';
import { mockBadGateway, mockCall, watchPaths } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { BibleEntryDialog } from './entry-dialog.tsx';

resetBetweenTests();

const entry: BibleEntry = {
  _id: idOf(9),
  title: 'The lamp',
  text: 'It burns.',
  version: 1,
  updatedAt: '2026-04-01T12:00:00.000Z',
};

function Opener({ shown }: { shown: BibleEntry | null }) {
  const [open, setOpen] = useState(false);
  if (useMe() === undefined) return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && <BibleEntryDialog storyId={idOf(1000)} entry={shown} onClose={() => setOpen(false)} />}
    </>
  );
}

const open = () => page.getByRole('button', { name: 'Open' }).click();
const text = () => page.getByRole('textbox', { name: 'Text' });
const show = (shown: BibleEntry | null) => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  return renderPage(<Opener shown={shown} />);
};
const storedForms = () => Object.keys(localStorage).filter((key) => key.startsWith('form:'));

test('what was typed is there again after Escape and a press outside, until it is saved', async () => {
  await show(null);
  await open();
  await page.getByRole('textbox', { name: 'Title' }).fill('The harbor');
  await text().fill('Ships leave in spring.');
  await userEvent.keyboard('{Escape}');
  await open();
  await expect.element(text()).toHaveValue('Ships leave in spring.');
  await userEvent.click(document.documentElement, { position: { x: 5, y: 5 }, force: true });
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await open();
  const { sent } = mockCall('PUT /stories/{id}/bible/{entryId}', { success: true, data: entry });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(sent).toEqual([{ title: 'The harbor', text: 'Ships leave in spring.', baseVersion: 0 }]);
  expect(storedForms()).toEqual([]);
});

test('what was typed is shown with what was saved somewhere else since, and Cancel discards it', async () => {
  const first = await show(entry);
  await open();
  await text().fill('It burns out.');
  await userEvent.keyboard('{Escape}');
  await first.unmount();
  await show({ ...entry, text: 'It burns on.', version: 2 });
  await open();
  await expect.element(text()).toHaveValue('It burns out.');
  const other = page.getByRole('region', { name: /Saved somewhere else/ });
  await expect.element(other.getByText('It burns on.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(storedForms()).toEqual([]);
  await open();
  await expect.element(text()).toHaveValue('It burns on.');
});

test('an entry whose response was lost is the same one from a dialog that is opened again', async () => {
  await show(null);
  const place = '/stories/{id}/bible/{entryId}' as const;
  const ids = watchPaths(/\/bible\/(.+)$/);
  await open();
  await page.getByRole('textbox', { name: 'Title' }).fill('The harbor');
  await text().fill('Ships leave in spring.');
  mockBadGateway(`PUT ${place}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await open();
  mockCall(`PUT ${place}`, { success: true, data: entry });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  expect(storedForms()).toEqual([]);
  // Cancelled, it is another one.
  await open();
  await page.getByRole('textbox', { name: 'Title' }).fill('The harbor');
  await text().fill('Ships leave in spring.');
  mockBadGateway(`PUT ${place}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(storedForms()).toEqual([]);
  expect(new Set(ids).size).toBe(2);
});
