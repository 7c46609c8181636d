import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getQueryClient } from '../../../lib/query.ts';
import { meQuery } from '../../../lib/session.ts';
import { isSessionLost, saveToken } from '../../../lib/session-store.ts';
import { inputKey, readInput } from '../../../lib/stored-input.ts';
import { readerScroll } from '../../../lib/use-opened.ts';
import { setOnline } from '../../../testing/connection.ts';
import { me } from '../../../testing/fixtures.ts';
import { mockBadGateway, mockCall, mockFailure } from '../../../testing/mock-call.ts';
import { renderPage, resetBetweenTests } from '../../../testing/render-page.tsx';
import { saveProgress, sendStoredPlaces } from '../../library/library.api.ts';
import { beginPlaces, isHeld, settlePlace } from './jumps.ts';
import { setPagedView } from './position.ts';
import { useReadingPosition } from './use-reading-position.ts';

resetBetweenTests();
afterEach(() => {
  vi.restoreAllMocks();
  window.scrollTo(0, 0);
});

const chapter = { _id: 'c1', story: 's1', version: 1 } as Parameters<typeof useReadingPosition>[0]['chapter'];
const storedPlaces = (userId: string) => readInput(inputKey(userId, 'places'));
const spot = { paragraph: 5, offset: 0, version: 1 };
const unread = { chapter: 'c1', progress: 0, position: null, updatedAt: null };

function Text({
  saved = unread,
  looksBack,
}: Partial<Pick<Parameters<typeof useReadingPosition>[0], 'saved' | 'looksBack'>>) {
  const text = useRef<HTMLDivElement>(null);
  useReadingPosition({ chapter, saved, text, looksBack });
  return (
    <div ref={text}>
      {Array.from({ length: 100 }, (_, number) => number).map((number) => (
        <p key={number} data-paragraph={number} style={{ height: '100px' }}>
          Paragraph {number}
        </p>
      ))}
    </div>
  );
}

test('the last place in a chapter is saved for its reader, also if another person signs in on the page at once [P04]', async () => {
  saveToken('anna-token');
  mockCall('POST /chapters/{id}/progress', { success: true, data: unread });
  const fetched = vi.spyOn(window, 'fetch');
  const shown = await renderPage(<Text />);
  await expect.element(page.getByText('Paragraph 99')).toBeInTheDocument();
  window.scrollTo(0, 3000);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  // As SessionBoundary does.
  await shown.unmount();
  saveToken('bert-token');
  await expect.poll(() => fetched.mock.calls.length).toBe(1);
  const headers = new Headers(fetched.mock.calls[0]?.[1]?.headers);
  expect(headers.get('authorization')).toBe('Bearer anna-token');
});

test('scrolling to the saved place is not the reader’s, but any scroll after it is, also by a script', async () => {
  const onScroll = vi.fn();
  window.addEventListener(readerScroll, onScroll);
  mockCall('POST /chapters/{id}/progress', { success: true, data: unread });
  const scrolled = new Promise((resolve) => window.addEventListener('scroll', resolve, { once: true }));
  const shown = await renderPage(
    <Text saved={{ ...unread, progress: 40, position: { paragraph: 40, offset: 0, version: 1 } }} />,
  );
  await expect.poll(() => window.scrollY).toBeGreaterThan(3000);
  await scrolled;
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  expect(onScroll).not.toHaveBeenCalled();
  window.scrollBy(0, 500);
  await expect.poll(() => onScroll.mock.calls.length).toBeGreaterThan(0);
  window.removeEventListener(readerScroll, onScroll);
  await shown.unmount();
});

test('text that is added below the end keeps the window where it is, and lines that move are followed', async () => {
  mockCall('POST /chapters/{id}/progress', { success: true, data: unread });
  const shown = await renderPage(
    <>
      <Text />
      <div style={{ height: '3000px' }} />
    </>,
  );
  await expect.element(page.getByText('Paragraph 99')).toBeInTheDocument();
  const text = document.querySelector('[data-paragraph]')?.parentElement;
  if (!text) throw new Error('The text is there.');
  const twoFrames = () =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
  // All of it is above the line at which one reads.
  const end = 10_000;
  window.scrollTo(0, end);
  await twoFrames();
  const more = document.createElement('p');
  more.dataset.paragraph = '100';
  more.style.height = '400px';
  text.append(more);
  await twoFrames();
  expect(window.scrollY).toBe(end);
  window.scrollTo(0, 5000);
  await twoFrames();
  for (const paragraph of text.querySelectorAll('p')) paragraph.style.height = '150px';
  await expect.poll(() => window.scrollY).toBeGreaterThan(7000);
  await shown.unmount();
});

test('a place that is reached after the session has ended is saved once its reader signs in again', async () => {
  saveToken('anna-token');
  mockFailure('POST /chapters/{id}/progress', 'SIGN_IN_REQUIRED', 'Please sign in.');
  getQueryClient().setQueryData(meQuery.queryKey, me);
  const shown = await renderPage(<Text />);
  await expect.element(page.getByText('Paragraph 99')).toBeInTheDocument();
  window.scrollTo(0, 3000);
  await expect.poll(isSessionLost).toBe(true);
  window.scrollTo(0, 5000);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  await shown.unmount();
  const { sent } = mockCall('POST /chapters/{id}/progress', { success: true, data: unread });
  saveToken('anna-again');
  getQueryClient().setQueryData(meQuery.queryKey, { ...me, _id: 'someone-else' });
  await sendStoredPlaces(getQueryClient());
  expect(sent).toEqual([]);
  getQueryClient().setQueryData(meQuery.queryKey, me);
  await expect
    .poll(async () => {
      await sendStoredPlaces(getQueryClient());
      return sent;
    })
    .toMatchObject([{ position: { paragraph: expect.any(Number) }, readAt: expect.any(String) }]);
});

test('a place that is reached without a connection is saved by the next page', async () => {
  saveToken('anna-token');
  getQueryClient().setQueryData(meQuery.queryKey, me);
  mockBadGateway('POST /chapters/{id}/progress');
  const saving = saveProgress(getQueryClient(), 's1', 'c1', { progress: 50, position: spot }, false);
  await expect.poll(() => storedPlaces(me._id)).toEqual({ c1: expect.objectContaining({ progress: 50 }) });
  const { sent } = mockCall('POST /chapters/{id}/progress', { success: true, data: unread });
  // As a page that was loaded anew does, which knows no other.
  await sendStoredPlaces(getQueryClient());
  expect(sent).toMatchObject([{ progress: 50, readAt: expect.any(String) }]);
  expect(storedPlaces(me._id)).toBeNull();
  window.dispatchEvent(new Event('online'));
  await saving;
});

test('a place that is sent after all is no longer stored', async () => {
  saveToken('anna-token');
  getQueryClient().setQueryData(meQuery.queryKey, me);
  mockBadGateway('POST /chapters/{id}/progress');
  const saving = saveProgress(getQueryClient(), 's1', 'c1', { progress: 50, position: spot }, false);
  await expect.poll(() => storedPlaces(me._id)).not.toBeNull();
  mockCall('POST /chapters/{id}/progress', { success: true, data: unread });
  window.dispatchEvent(new Event('online'));
  await saving;
  expect(storedPlaces(me._id)).toBeNull();
});

test('in a chapter that is only looked at, no place is saved until the reader reads on', async () => {
  saveToken('anna-token');
  const { sent } = mockCall('POST /chapters/{id}/progress', { success: true, data: unread });
  beginPlaces('c1', null, true);
  const shown = await renderPage(<Text />);
  await expect.element(page.getByText('Paragraph 99')).toBeInTheDocument();
  window.scrollTo(0, 3000);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(sent).toEqual([]);
  settlePlace();
  await expect.poll(() => sent.length).toBe(1);
  await shown.unmount();
});

test('a held chapter is no longer held once the reader has left it and come back elsewhere', () => {
  beginPlaces('c8', null, true);
  beginPlaces('c5', null, false);
  expect(isHeld('c8')).toBe(false);
});

test('turning back to the last page of a chapter that was not read saves nothing until a page is turned in it', async () => {
  saveToken('anna-token');
  const { sent } = mockCall('POST /chapters/{id}/progress', { success: true, data: unread });
  let shownPage = 9;
  const nothing = () => undefined;
  setPagedView({
    scrolled: () => shownPage * 300,
    step: () => 300,
    percent: () => (shownPage === 9 ? 100 : shownPage * 10),
    position: () => ({ paragraph: shownPage, offset: 0 }),
    ...{ end: () => null, show: nothing, showShare: nothing, isInView: () => true },
  });
  const shown = await renderPage(<Text looksBack saved={{ ...unread, progress: 99.9 }} />);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(sent).toEqual([]);
  shownPage = 8;
  window.dispatchEvent(new Event('scroll'));
  await expect.poll(() => sent).toMatchObject([{ progress: 80, position: { paragraph: 8 } }]);
  await shown.unmount();
  setPagedView(null);
});

test('without a connection, a place that this device knew is not saved again until the reader moves', async () => {
  saveToken('anna-token');
  setOnline(false);
  const { sent } = mockCall('POST /chapters/{id}/progress', { success: true, data: unread });
  const position = { paragraph: 40, offset: 0, version: 1 };
  await renderPage(
    <Text saved={{ ...unread, progress: 40, position, updatedAt: '2026-03-02T11:10:00.000Z' }} />,
  );
  await expect.poll(() => window.scrollY).toBeGreaterThan(3000);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  window.dispatchEvent(new Event('pagehide'));
  expect(sent).toEqual([]);
  window.scrollBy(0, 500);
  await expect.poll(() => sent.length).toBe(1);
});
