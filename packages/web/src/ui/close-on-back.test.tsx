import { useState } from 'react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage, resetBetweenTests } from '../testing/render-page.tsx';
import { startClosingOnBack } from './close-on-back.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

resetBetweenTests();
beforeAll(startClosingOnBack);
beforeEach(async () => {
  await page.viewport(390, 844);
  history.replaceState({ idx: 0, key: 'first' }, '', '#first');
});

/** A dialog that asks before it closes once something was typed. */
function Page() {
  const [open, setOpen] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [isDirty, setIsDirty] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Write
      </button>
      <Dialog open={open} title="A Note" onOpenChange={() => (isDirty ? setIsAsking(true) : setOpen(false))}>
        <button type="button" onClick={() => setIsDirty(true)}>
          Type
        </button>
      </Dialog>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Discard changes?"
        confirm="Discard"
        onConfirm={() => {
          setIsAsking(false);
          setOpen(false);
        }}
      >
        Your note isn’t saved.
      </ConfirmDialog>
    </>
  );
}

const note = () => page.getByRole('dialog', { name: 'A Note' });
const question = () => page.getByRole('alertdialog');
const key = (): unknown => history.state?.key;
const isSecond = (): boolean => history.state?.closesOnBack === true;

async function open(): Promise<void> {
  await renderPage(<Page />);
  await page.getByRole('button', { name: 'Write' }).click();
  await expect.element(note()).toBeVisible();
  await expect.poll(isSecond).toBe(true);
}

test('on a phone, Back closes a dialog and stays on the page', async () => {
  await open();
  history.back();
  await expect.element(note()).not.toBeInTheDocument();
  expect([key(), isSecond()]).toEqual(['first', false]);
});

test('a dialog that is closed otherwise leaves no step back, and Forward does not open one', async () => {
  await open();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(isSecond).toBe(false);
  const entries: boolean[] = [];
  navigation.oncurrententrychange = () => entries.push(isSecond());
  history.forward();
  await expect.poll(() => entries).toEqual([true, false]);
  expect([key(), location.hash]).toEqual(['first', '#first']);
});

test('Back asks before it discards what was typed, and closes the question first', async () => {
  await open();
  await page.getByRole('button', { name: 'Type' }).click();
  history.back();
  await expect.element(question()).toBeVisible();
  await expect.element(page.getByText('A Note')).toBeInTheDocument();
  await expect.poll(isSecond).toBe(true);
  history.back();
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(note()).toBeVisible();
  await expect.poll(isSecond).toBe(true);
  history.back();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(note()).not.toBeInTheDocument();
  await expect.poll(isSecond).toBe(false);
});

test('a page that is opened from a dialog follows the page below it, at the address that this has by then', async () => {
  await open();
  const before = history.length;
  history.replaceState({ idx: 0, key: 'replaced' }, '', '#replaced');
  await expect.poll(isSecond).toBe(true);
  history.pushState({ idx: 1, key: 'next' }, '', '#next');
  expect([key(), history.length]).toEqual(['next', before]);
});

test('an address that changes while a dialog is open is the page’s once it is closed', async () => {
  await open();
  history.replaceState({ idx: 0, key: 'replaced' }, '', '#replaced');
  history.back();
  await expect.element(note()).not.toBeInTheDocument();
  await expect.poll(() => [key(), location.hash, isSecond()]).toEqual(['replaced', '#replaced', false]);
});

test('a page that is opened as a dialog closes comes after the page below it', async () => {
  await open();
  await page.getByRole('button', { name: 'Close' }).click();
  history.pushState({ idx: 1, key: 'next' }, '', '#next');
  await expect.poll(key).toBe('next');
  history.back();
  await expect.poll(key).toBe('first');
});

test('a dialog whose closing goes back leaves the page', async () => {
  history.pushState({ idx: 1, key: 'second' }, '', '#second');
  await renderPage(
    <Dialog open title="Mature Story" onOpenChange={() => history.back()}>
      It is for adults.
    </Dialog>,
  );
  await expect.poll(isSecond).toBe(true);
  const keys: unknown[] = [];
  const seen = () => keys.push(key());
  window.addEventListener('popstate', seen);
  history.back();
  await expect.poll(key).toBe('first');
  // Only this was for the router.
  await expect.poll(() => keys).toEqual(['first']);
  window.removeEventListener('popstate', seen);
});

test('in a large window with a mouse, Back leaves the page', async () => {
  await page.viewport(1280, 720);
  await renderPage(<Page />);
  const before = history.length;
  await page.getByRole('button', { name: 'Write' }).click();
  await expect.element(note()).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve));
  expect([history.length, isSecond()]).toEqual([before, false]);
});
