import type { BookImport } from '@inkling/contract/imports';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { ImportDialog } from './import-dialog.tsx';

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
  await expect.element(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
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
