import { paginate } from '@inkling/contract/page';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../../testing/fixtures.ts';
import { mockEach } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { UpToChapterField } from './chapter-field.tsx';

resetBetweenTests();

const chapter = (number: number) => ({
  _id: idOf(number),
  story: idOf(1000),
  title: `Night ${number}`,
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

function Field({ chosen }: { chosen: string | null }) {
  const [value, setValue] = useState(chosen);
  return <UpToChapterField storyId={idOf(1000)} value={value} onChange={setValue} />;
}

/** A story with as many chapters. */
function mockChapters(total: number): void {
  mockEach('GET /chapters/story/{storyId}', (query) => {
    const number = Number(query.get('page') ?? 1);
    const first = (number - 1) * 200;
    const data = Array.from({ length: Math.min(200, total - first) }, (_, index) =>
      chapter(first + index + 1),
    );
    return { success: true, data, volumes: [], pagination: paginate(number, 200, total) };
  });
}
const field = () => page.getByLabelText('Spoilers');
const parts = page.getByLabelText('Chapters to choose from');

test('any chapter of a long story can be chosen', async () => {
  mockChapters(450);
  await renderPage(<Field chosen={idOf(7)} />);
  await expect.element(field()).toHaveDisplayValue('Up to Chapter 7: Night 7');
  await parts.selectOptions('401 to 450');
  await expect.element(field()).toHaveDisplayValue('The chapter you chose earlier');
  await field().selectOptions('Up to Chapter 450: Night 450');
  await expect.element(field()).toHaveValue(idOf(450));
});

test('a short story has no parts', async () => {
  mockChapters(200);
  await renderPage(<Field chosen={idOf(200)} />);
  await expect.element(field()).toHaveDisplayValue('Up to Chapter 200: Night 200');
  await expect.element(parts).not.toBeInTheDocument();
});
