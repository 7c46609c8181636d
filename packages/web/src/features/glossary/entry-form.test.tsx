import type { GlossaryEntry } from '@inkling/contract/glossary';
import { paginate } from '@inkling/contract/page';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../../testing/fixtures.ts';
import { mockCall, mockEach } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
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
