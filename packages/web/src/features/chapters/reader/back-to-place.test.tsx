import { useRef, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage, resetBetweenTests } from '../../../testing/render-page.tsx';
import { BackToPlace } from './back-to-place.tsx';
import { beginPlaces, isHeld } from './jumps.ts';

resetBetweenTests();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function Reader() {
  const text = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <div ref={setPlace}>
      <BackToPlace chapterId="c4" text={text} place={place} onGo={() => undefined} />
    </div>
  );
}

/** Opens chapter 4 by a link, as a reader who was at the end of chapter 1. */
async function arrive() {
  beginPlaces('c4', { chapter: 'c1', name: 'Chapter 1', position: null, share: 100 }, true);
  await renderPage(<Reader />);
  const back = page.getByRole('button', { name: 'Back to the end of Chapter 1' });
  await expect.element(back).toBeInTheDocument();
  return back;
}
const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);
function show(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

test('who came from elsewhere reads on after twenty seconds', async () => {
  const back = await arrive();
  pass(19);
  expect(isHeld('c4')).toBe(true);
  pass(1);
  expect(isHeld('c4')).toBe(false);
  await expect.element(back).not.toBeInTheDocument();
});

test('time in a hidden tab is no time there, and what was read before it is', async () => {
  await arrive();
  pass(12);
  show('hidden');
  pass(600);
  expect(isHeld('c4')).toBe(true);
  show('visible');
  pass(7);
  expect(isHeld('c4')).toBe(true);
  pass(1);
  expect(isHeld('c4')).toBe(false);
});

test('a tab that was opened in the background counts from when it is first seen', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await arrive();
  pass(600);
  expect(isHeld('c4')).toBe(true);
  show('visible');
  pass(19);
  expect(isHeld('c4')).toBe(true);
  pass(1);
  expect(isHeld('c4')).toBe(false);
});
