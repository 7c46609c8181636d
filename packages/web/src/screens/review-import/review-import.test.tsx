import type { BookImport, ImportPlan } from '@inkling/contract/imports';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../../testing/fixtures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import ReviewImport from './review-import.tsx';

resetBetweenTests();

const id = idOf(9);
const book: BookImport = {
  _id: id,
  fileName: 'lamp.txt',
  state: 'review',
  done: 0,
  total: 1,
  story: null,
  message: null,
};
const plan: ImportPlan = {
  title: 'The Lamp',
  author: null,
  description: '',
  genres: [],
  language: 'fr',
  audience: 'mature',
  contentWarnings: [],
  series: '',
  dates: null,
  unsure: { language: '', audience: '', contentWarnings: '' },
  losses: {
    images: 0,
    links: 0,
    tables: 0,
    formulas: 0,
    comments: 0,
    underlined: 0,
    struck: 0,
    notes: 0,
    words: 0,
  },
  underlineAsItalics: false,
  encoding: 'windows-1252',
  encodings: [
    { encoding: 'windows-1252', sample: 'Âå÷åð' },
    { encoding: 'windows-1251', sample: 'Вечер' },
  ],
  duplicates: [],
  pieces: [
    {
      title: 'Evening',
      named: true,
      volume: '',
      words: 300,
      paragraphs: 2,
      excerpt: 'It was evening.',
      proposal: 'chapter',
    },
  ],
};
const success = <T,>(data: T) => ({ success: true as const, data });
const open = () => renderPage(<ReviewImport />, '/write/import/:importId', `/write/import/${id}`);

test('a confirmed import is followed without fetching its plan again', async () => {
  signIn();
  mockCall('GET /imports/{id}', success(book));
  const plans = mockCall('GET /imports/{id}/plan', success(plan));
  const writing: BookImport = { ...book, state: 'writing' };
  mockCall('POST /imports/{id}/confirm', success(writing));
  await open();
  await expect.element(page.getByRole('button', { name: 'Import 1 chapter' })).toBeVisible();
  await expect.element(page.getByText('Audience: Mature')).toBeVisible();
  mockCall(
    'GET /imports/{id}',
    success({ ...book, state: 'done', done: 1, story: idOf(2), message: 'The series is full.' }),
  );
  await page.getByRole('button', { name: 'Import 1 chapter' }).click();
  await expect.element(page.getByText('The series is full.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Open the story' })).toHaveFocus();
  expect(plans.sent).toHaveLength(1);
});

test('another encoding shows another plan', async () => {
  signIn();
  mockCall('GET /imports/{id}', success(book));
  mockCall('GET /imports/{id}/plan', success(plan));
  mockCall('POST /imports/{id}/encoding', success<BookImport>({ ...book, state: 'reading' }));
  await open();
  const other: ImportPlan = { ...plan, title: 'Лампа', encoding: 'windows-1251' };
  await expect.element(page.getByRole('button', { name: 'Вечер' })).toBeVisible();
  const plans = mockCall('GET /imports/{id}/plan', success(other));
  await page.getByRole('button', { name: 'Вечер' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Story title' })).toHaveValue('Лампа');
  expect(plans.sent).toHaveLength(1);
});

test('what is lost is named, and underlined passages can be imported as italic', async () => {
  signIn();
  mockCall('GET /imports/{id}', success(book));
  const losses = { ...plan.losses, underlined: 2, words: 1 };
  const [piece] = plan.pieces;
  const page1 = { ...plan, encoding: null, encodings: [], losses };
  if (piece === undefined) throw new Error('no piece');
  const omitted = { ...piece, title: 'Copyright', words: 120, proposal: 'omit' as const };
  mockCall('GET /imports/{id}/plan', success<ImportPlan>({ ...page1, pieces: [piece, omitted] }));
  const read = mockCall('POST /imports/{id}/encoding', success<BookImport>({ ...book, state: 'reading' }));
  await open();
  await expect.element(page.getByText('“Copyright” is left out (120 words)')).toBeVisible();
  await expect.element(page.getByText('1 other word is left out', { exact: false })).toBeVisible();
  await expect.element(page.getByText('2 underlined passages become plain text')).toBeVisible();
  await page.getByRole('button', { name: 'Import underlined passages as italic' }).click();
  expect(read.sent).toEqual([{ underlineAsItalics: true }]);
});

test('asks about what the file does not state clearly, with the strictest answer chosen already', async () => {
  signIn();
  mockCall('GET /imports/{id}', success(book));
  const unsure = { language: 'en', audience: 'Not Rated', contentWarnings: 'Chose Not To Warn' };
  mockCall(
    'GET /imports/{id}/plan',
    success({ ...plan, unsure, series: 'Coast Roads', dates: { first: '2024-02-01', last: '2024-03-09' } }),
  );
  const confirmed = mockCall(
    'POST /imports/{id}/confirm',
    success<BookImport>({ ...book, state: 'writing' }),
  );
  await open();
  await expect
    .element(
      page.getByText(
        'The file says it’s in English, but the text looks like French. Choose the right language.',
      ),
    )
    .toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Audience' })).toHaveValue('mature');
  await page.getByRole('combobox', { name: 'Audience' }).selectOptions('teen');
  await page.getByRole('checkbox', { name: 'Gore' }).click();
  await page.getByRole('checkbox', { name: 'Add the story to your series “Coast Roads”' }).click();
  await page
    .getByRole('checkbox', {
      name: 'Keep the original dates: February 1, 2024, and March 9, 2024, for the last chapter',
    })
    .click();
  await page.getByRole('button', { name: 'Import 1 chapter' }).click();
  await expect
    .poll(() => confirmed.sent)
    .toEqual([
      expect.objectContaining({
        ...{ language: 'fr', audience: 'teen', contentWarnings: ['gore'] },
        ...{ series: 'Coast Roads', keepDates: true },
      }),
    ]);
});

test('an import that does not exist offers the way back', async () => {
  signIn();
  mockFailure('GET /imports/{id}', 'NOT_FOUND', 'What you are looking for was not found.');
  await open();
  await expect.element(page.getByText('This import no longer exists.', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  expect(page.getByRole('link', { name: 'Back to stories' }).elements()).toHaveLength(2);
});
