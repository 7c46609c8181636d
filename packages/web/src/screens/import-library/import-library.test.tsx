import type { ImportedRow } from '@inkling/contract/library-files';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CallResponse } from '../../lib/api.ts';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import ImportLibrary from './import-library.tsx';

resetBetweenTests();

const storyNamed = (number: number, title: string) => ({
  _id: idOf(number),
  title,
  language: 'en',
  coverImage: null,
  author: story.author,
});
const row = (line: number, title: string, changes: Partial<ImportedRow> = {}): ImportedRow => ({
  line,
  title,
  author: '',
  shelf: 'bookmarked',
  readOn: null,
  shelves: [],
  found: null,
  isInLibrary: false,
  candidates: [],
  ...changes,
});
const rows = [
  row(1, 'Emma', { found: storyNamed(11, 'Emma'), shelf: 'completed' }),
  row(2, 'Lamp', { found: storyNamed(12, 'Half a Lamp') }),
  row(3, 'Mine', { found: storyNamed(13, 'Mine'), isInLibrary: true }),
  row(4, 'Twins', {
    author: 'Ona',
    candidates: [storyNamed(14, 'Twins'), storyNamed(15, 'Twins!')],
    shelf: 'reading',
  }),
  row(5, 'Nowhere', { author: 'Nobody' }),
  row(6, 'Emma again', { found: storyNamed(11, 'Emma') }),
];
const preview = (changes: Partial<CallResponse<'POST /library/import/preview'>['data']> = {}) =>
  mockCall('POST /library/import/preview', {
    success: true,
    data: { format: 'csv', rows, omitted: 0, ignored: [], untitled: 0, ...changes },
  });

async function open() {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  return renderPage(<ImportLibrary />);
}
const titles = () => page.getByRole('textbox', { name: 'Titles' });
async function find(text = 'Emma') {
  await titles().fill(text);
  await page.getByRole('button', { name: 'Find stories' }).click();
}
const chooseFile = (...parts: BlobPart[]) =>
  page.getByLabelText('CSV or text file').upload(new File(parts, 'list.csv', { type: 'text/csv' }));

test('what is found is added as confirmed: left out, chosen and missing ones are not', async () => {
  const { sent } = preview();
  await open();
  await chooseFile('Title,Author\nEmma,Jane Austen\n');
  await expect.element(page.getByText(/2 stories found, 1 possible match, 1 not found\./)).toBeVisible();
  await expect.element(page.getByText(/1 story already in your library\./)).toBeVisible();
  expect(sent).toEqual([{ text: 'Title,Author\nEmma,Jane Austen\n' }]);
  await expect.element(page.getByRole('button', { name: 'Add 2 stories' })).toBeVisible();
  await page.getByRole('checkbox', { name: /Half a Lamp/ }).click();
  const twins = page.getByRole('group', { name: 'Twins by Ona' });
  await expect.element(twins.getByRole('radio', { name: 'None of these' })).toBeChecked();
  await twins.getByRole('radio', { name: /Twins!/ }).click();
  const missing = page.getByRole('region', { name: /Not on Inkling/ });
  await expect.element(missing.getByText('Nowhere by Nobody')).toBeVisible();
  const added = mockCall('POST /library/import', {
    success: true,
    data: { added: 2, kept: 1, unavailable: 1, collected: 0 },
  });
  await page.getByRole('button', { name: 'Add 2 stories' }).click();
  await expect.element(page.getByRole('heading', { name: '2 stories added to your library' })).toHaveFocus();
  await expect.element(page.getByText(/1 story was already in your library/)).toBeVisible();
  await expect.element(page.getByText(/1 story is no longer available/)).toBeVisible();
  expect(added.sent).toEqual([
    {
      stories: [
        { storyId: idOf(11), shelf: 'completed', readOn: null },
        { storyId: idOf(15), shelf: 'reading', readOn: null },
      ],
      collections: [],
    },
  ]);
});

test('titles of a list are added to the chosen tab', async () => {
  preview({ format: 'titles' });
  await open();
  await find();
  await page.getByRole('combobox', { name: 'Add them to' }).selectOptions('Currently Reading');
  await page.getByRole('button', { name: 'Select none' }).click();
  await expect.element(page.getByRole('button', { name: 'Add 0 stories' })).toBeDisabled();
  await page.getByRole('button', { name: 'Select all' }).click();
  const { sent } = mockCall('POST /library/import', {
    success: true,
    data: { added: 2, kept: 0, unavailable: 0, collected: 0 },
  });
  await page.getByRole('button', { name: 'Add 2 stories' }).click();
  await expect.element(page.getByText('2 stories added to your library')).toBeVisible();
  expect(sent).toMatchObject([{ stories: [{ shelf: 'reading' }, { shelf: 'reading' }] }]);
});

test('what was pasted survives a reload and a failure, until it is imported', async () => {
  mockFailure('POST /library/import/preview', 'BUSY', 'Please try again in a moment.');
  const first = await open();
  await find('Emma\nHalf a Lamp');
  await expect.element(page.getByText('Please try again in a moment.')).toBeVisible();
  await expect.element(titles()).toHaveValue('Emma\nHalf a Lamp');
  await first.unmount();
  await open();
  await expect.element(titles()).toHaveValue('Emma\nHalf a Lamp');
  preview();
  await page.getByRole('button', { name: 'Find stories' }).click();
  mockFailure('POST /library/import', 'QUOTA_REACHED', 'Your library is full.');
  await page.getByRole('button', { name: 'Add 2 stories' }).click();
  await expect.element(page.getByText('Your library is full.')).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect.element(titles()).toHaveValue('Emma\nHalf a Lamp');
});

test('files that cannot be read say what to do, and are not sent', async () => {
  await open();
  await chooseFile(new Uint8Array([0x50, 0x4b, 3, 4]));
  await expect.element(page.getByText(/save it as CSV/)).toBeVisible();
  await page.getByRole('button', { name: 'Find stories' }).click();
  await expect.element(page.getByText('Please choose a file or paste some titles.')).toBeVisible();
});

test('says when nothing is here, and when titles were left out', async () => {
  preview({ rows: [row(1, 'Nowhere')], omitted: 200 });
  await open();
  await find('Nowhere');
  await expect.element(page.getByRole('heading', { name: 'Nothing new to add' })).toHaveFocus();
  await expect.element(page.getByText(/Only the first 5,000 titles.*the other 200/)).toBeVisible();
  await page.getByRole('button', { name: 'Try another list' }).click();
  await expect.element(titles()).toBeVisible();
});

test('long lists are shown in steps', async () => {
  preview({ rows: Array.from({ length: 250 }, (_, index) => row(index + 1, `Missing ${index}`)) });
  await open();
  await find();
  const missing = page.getByRole('region', { name: 'Not on Inkling (250)' });
  await expect.poll(() => missing.getByRole('listitem').elements().length).toBe(100);
  await missing.getByRole('button', { name: /Show more/ }).click();
  await expect.poll(() => missing.getByRole('listitem').elements().length).toBe(200);
});

test('dates read are kept, shelves become collections, all matches can be chosen, and what is ignored is said', async () => {
  preview({
    rows: [
      row(1, 'Emma', {
        found: storyNamed(11, 'Emma'),
        shelf: 'completed',
        readOn: '2024-03-05',
        shelves: ['classics', 'own'],
      }),
      row(2, 'Mine', { found: storyNamed(13, 'Mine'), isInLibrary: true, shelves: ['classics'] }),
      row(3, 'Twins', { candidates: [storyNamed(14, 'Twins'), storyNamed(15, 'Twins!')], shelves: ['own'] }),
      row(4, 'Others', { candidates: [storyNamed(16, 'Others')] }),
    ],
    ignored: ['My Rating', 'Private Notes'],
    untitled: 2,
  });
  await open();
  await find();
  await expect
    .element(page.getByText(/Not imported: My Rating, Private Notes\. 2 rows without/))
    .toBeVisible();
  const shelves = page.getByRole('group', { name: 'Your shelves' });
  await expect.element(shelves.getByRole('checkbox', { name: 'classics (2)' })).toBeChecked();
  await page.getByRole('button', { name: 'Choose all matches' }).click();
  await expect.element(page.getByRole('radio', { name: /^Twins ?Grace/ })).toBeChecked();
  await shelves.getByRole('checkbox', { name: 'own (2)' }).click();
  const { sent } = mockCall('POST /library/import', {
    success: true,
    data: { added: 3, kept: 0, unavailable: 0, collected: 2 },
  });
  await page.getByRole('button', { name: 'Add 3 stories' }).click();
  await expect.element(page.getByText(/2 additions to your collections/)).toBeVisible();
  expect(sent).toEqual([
    {
      stories: [
        { storyId: idOf(11), shelf: 'completed', readOn: '2024-03-05' },
        { storyId: idOf(14), shelf: 'bookmarked', readOn: null },
        { storyId: idOf(16), shelf: 'bookmarked', readOn: null },
      ],
      collections: [{ name: 'classics', storyIds: [idOf(11), idOf(13)] }],
    },
  ]);
});
