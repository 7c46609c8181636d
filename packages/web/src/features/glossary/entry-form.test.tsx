import type { GlossaryEntry } from '@inkling/contract/glossary';
import { paginate } from '@inkling/contract/page';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useMe } from '../../lib/session.ts';
import { idOf, me } from '../../testing/fixtures.ts';
import { mockBadGateway, mockCall, mockEach, watchPaths } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { EntryForm } from './entry-form.tsx';

resetBetweenTests();

const story = idOf(1000);
const chapter = (id: number, number: number) => ({
  _id: idOf(id),
  story,
  title: `Night ${id}`,
  chapterNumber: number,
  order: number,
  volume: null,
  authorNotes: '',
  likes: 0,
  comments: 0,
  version: 1,
  isPublished: true,
  isExclusive: false,
  publishedAt: '2026-04-01T12:00:00.000Z',
  wordCount: 900,
  createdAt: '2026-04-01T12:00:00.000Z',
  updatedAt: '2026-04-01T12:00:00.000Z',
});

test('what is said about a chapter stays with it when the chapters are moved elsewhere, unless another is chosen', async () => {
  const entry: GlossaryEntry = {
    _id: idOf(9),
    kind: 'person',
    names: ['Mara'],
    notes: [1, 2].map((number) => ({
      chapter: { _id: idOf(number), title: `Night ${number}`, chapterNumber: number },
      text: `Known from ${number}`,
    })),
  };
  // They have been moved since: chapter 3 is first.
  mockEach('GET /chapters/story/{storyId}/author', (query) => {
    const number = Number(query.get('page'));
    const id = [3, 1, 2][number - 1] ?? 0;
    const pagination = paginate(number, 1, 3);
    return { success: true, data: [chapter(id, number)], volumes: [], pagination } as never;
  });
  const { sent } = mockCall('PUT /stories/{id}/glossary/{entryId}', { success: true, message: '' });
  await renderPage(<EntryForm storyId={story} entry={entry} onClose={() => undefined} />);
  await expect.element(page.getByText('Night 2')).toBeVisible();
  await page.getByLabelText('What readers know').fill('Known from one');
  await page.getByRole('button', { name: 'Add what a later chapter reveals' }).click();
  await page.getByLabelText('From chapter').nth(2).fill('1');
  await page.getByLabelText('What else they learn').nth(1).fill('Known from 3');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent).toMatchObject([
    {
      notes: [
        { chapter: idOf(1), text: 'Known from one' },
        { chapter: idOf(2), text: 'Known from 2' },
        { chapter: idOf(3), text: 'Known from 3' },
      ],
    },
  ]);
});

function Opener() {
  const [open, setOpen] = useState(false);
  if (useMe() === undefined) return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && <EntryForm storyId={story} entry={null} onClose={() => setOpen(false)} />}
    </>
  );
}

test('what was typed is there again after Escape, and what a lost response was about is the same entry', async () => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  mockEach('GET /chapters/story/{storyId}/author', () => {
    const pagination = paginate(1, 1, 1);
    return { success: true, data: [chapter(1, 1)], volumes: [], pagination } as never;
  });
  await renderPage(<Opener />);
  const ids = watchPaths(/\/glossary\/(.+)$/);
  const open = () => page.getByRole('button', { name: 'Open' }).click();
  await open();
  await page.getByLabelText('Names').fill('Mara');
  await page.getByLabelText('What readers know').fill('She tends the lamp.');
  mockBadGateway('PUT /stories/{id}/glossary/{entryId}');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await open();
  await expect.element(page.getByLabelText('What readers know')).toHaveValue('She tends the lamp.');
  await page.getByLabelText('Names').fill('Mara, Mara Venn');
  const { sent } = mockCall('PUT /stories/{id}/glossary/{entryId}', { success: true, message: '' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(sent).toMatchObject([{ names: ['Mara', 'Mara Venn'], notes: [{ text: 'She tends the lamp.' }] }]);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('form:'))).toEqual([]);
});
