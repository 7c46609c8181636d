import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import * as api from './stories.api.ts';
import { usePageView } from './use-page-view.ts';

vi.mock('./stories.api.ts', () => ({ countView: vi.fn() }));
const sent = vi.mocked(api.countView);

beforeEach(() => {
  sessionStorage.clear();
  sent.mockClear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const open = (story: string, chapter?: string, isShown = true) =>
  renderHook(({ shown }: { shown: boolean } = { shown: isShown }) => usePageView(story, chapter, shown), {
    initialProps: { shown: isShown },
  });
const isVisible = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

test('a page is seen after two seconds, once in a session of the browser', async () => {
  const { unmount } = await open('story');
  vi.advanceTimersByTime(1999);
  expect(sent).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(sent.mock.calls).toEqual([['story', undefined, 'direct']]);
  await unmount();
  await open('story');
  vi.advanceTimersByTime(5000);
  await open('story', 'chapter');
  vi.advanceTimersByTime(5000);
  expect(sent.mock.calls.map(([, chapter]) => chapter)).toEqual([undefined, 'chapter']);
});

test('a page that is moved is seen at once; one that is left is not', async () => {
  const { unmount } = await open('left');
  await unmount();
  dispatchEvent(new Event('wheel'));
  vi.advanceTimersByTime(5000);
  expect(sent).not.toHaveBeenCalled();
  await open('moved');
  // Scrolled by the browser, to a place that it remembers.
  dispatchEvent(new Event('scroll'));
  expect(sent).not.toHaveBeenCalled();
  dispatchEvent(new Event('wheel'));
  dispatchEvent(new Event('wheel'));
  expect(sent).toHaveBeenCalledOnce();
});

test('two seconds count only while the page is visible and shown', async () => {
  const { rerender } = await open('hidden', undefined, false);
  vi.advanceTimersByTime(5000);
  isVisible('hidden');
  await rerender({ shown: true });
  vi.advanceTimersByTime(5000);
  expect(sent).not.toHaveBeenCalled();
  isVisible('visible');
  vi.advanceTimersByTime(1500);
  isVisible('hidden');
  vi.advanceTimersByTime(5000);
  isVisible('visible');
  vi.advanceTimersByTime(1999);
  expect(sent).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(sent).toHaveBeenCalledOnce();
});
