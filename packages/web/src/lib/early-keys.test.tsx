import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { takeSelectionKeys, usePendingSelectionKey } from '../features/chapters/reader/selection-keys.ts';
import { renderPage, resetBetweenTests } from '../testing/render-page.tsx';
import { noteEarlyKeys, replayEarlyKeys } from './early-keys.ts';

resetBetweenTests();
const stopped = new AbortController();
afterEach(() => stopped.abort());

test('keys that are pressed before the app is there act once it is, in order, once', async () => {
  noteEarlyKeys();
  await userEvent.keyboard('ab');
  const keys: string[] = [];
  window.addEventListener('keydown', ({ key }) => keys.push(key), { signal: stopped.signal });
  replayEarlyKeys();
  expect(keys).toEqual(['a', 'b']);
  replayEarlyKeys();
  await userEvent.keyboard('x');
  replayEarlyKeys();
  expect(keys).toEqual(['a', 'b', 'x']);
});

function Reader() {
  usePendingSelectionKey();
  return null;
}

test('Shift and an arrow key wait for the script that selects text with them', async () => {
  await renderPage(<Reader />);
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  const keys: string[] = [];
  const onKey = ({ key, shiftKey }: KeyboardEvent) => keys.push(`${shiftKey} ${key}`);
  document.addEventListener('keydown', onKey);
  takeSelectionKeys()();
  expect(keys).toEqual(['true ArrowRight']);
  takeSelectionKeys()();
  document.removeEventListener('keydown', onKey);
  expect(keys).toHaveLength(1);
});
