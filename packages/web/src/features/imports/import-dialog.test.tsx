import type { BookImport } from '@inkling/contract/imports';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { chosenFiles, oneFile } from './use-book-import.ts';

resetBetweenTests();

const id = idOf(9);
const book: BookImport = {
  _id: id,
  fileName: 'lamp.txt',
  state: 'writing',
  done: 0,
  total: 1,
  story: null,
  message: null,
};
const done: BookImport = { ...book, state: 'done', done: 1, story: idOf(2) };
const openDialog = () => renderPage(<ImportDialog open onOpenChange={() => undefined} />);

test('an import that ended before the dialog was opened makes room for the next', async () => {
  signIn();
  sessionStorage.setItem('import', JSON.stringify({ id }));
  mockCall('GET /imports/{id}', { success: true, data: done });
  mockCall('GET /imports', { success: true, data: [] });
  await openDialog();
  await expect.poll(() => sessionStorage.getItem('import')).toBeNull();
  await expect.element(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Open the story' })).not.toBeInTheDocument();
});

test('an import that ends while the dialog is open leads to its story', async () => {
  signIn();
  mockCall('GET /imports', { success: true, data: [book] });
  mockCall('GET /imports/{id}', { success: true, data: book });
  await openDialog();
  await expect.element(page.getByText('0 of 1 chapters from lamp.txt')).toBeVisible();
  mockCall('GET /imports/{id}', { success: true, data: done });
  await expect.element(page.getByRole('link', { name: 'Open the story' })).toBeVisible();
});

test('several files are sent as one zip with their folders', async () => {
  const named = (name: string, webkitRelativePath = '') =>
    Object.defineProperty(new File([name], name), 'webkitRelativePath', { value: webkitRelativePath });
  const zip = await oneFile(chosenFiles([named('2.txt', 'Salt/2.txt'), named('10.txt', 'Salt/Two/10.txt')]));
  expect(zip?.name).toBe('Salt.zip');
  const contents = unzipSync(new Uint8Array((await zip?.arrayBuffer()) ?? []));
  expect(Object.keys(contents)).toEqual(['Salt/2.txt', 'Salt/Two/10.txt']);
  expect(strFromU8(contents['Salt/2.txt'] ?? new Uint8Array())).toBe('2.txt');
  expect((await oneFile(chosenFiles([named('2.txt'), named('3.txt')])))?.name).toBe('New story.zip');
  expect((await oneFile(chosenFiles([named('2.txt')])))?.name).toBe('2.txt');
});
