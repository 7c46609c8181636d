import type { ChapterProgress, Opening } from '@inkling/contract/library';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { arePlacesHeld } from '../../../lib/offline/held-places.ts';
import { setOnline } from '../../../testing/connection.ts';
import { me, story } from '../../../testing/fixtures.ts';
import { mockCall } from '../../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../../testing/render-page.tsx';
import '../../../styles/reading-comfort.css';
import { PlaceElsewhere } from './place-elsewhere.tsx';
import { useUnconfirmedPlace } from './unconfirmed-place.ts';
import { useReadingPosition } from './use-reading-position.ts';

resetBetweenTests();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  window.scrollTo(0, 0);
});

const chapter = { _id: 'c1', story: story._id, version: 1 } as Parameters<
  typeof useReadingPosition
>[0]['chapter'];

const placeOf = (id: string, paragraph: number, minute: number): ChapterProgress => ({
  chapter: id,
  progress: paragraph,
  position: { paragraph, offset: 0, version: 1 },
  updatedAt: `2026-03-02T11:${minute}:00.000Z`,
});
const openingWith = (...places: ChapterProgress[]): Opening => ({
  story,
  chapters: [1, 2].map((chapterNumber) => ({
    _id: `c${chapterNumber}`,
    chapterNumber,
    title: `Evening ${chapterNumber}`,
  })) as Opening['chapters'],
  volumes: [],
  total: 2,
  opened: places.length,
  lastChapterRead: 'c1',
  continueWith: 'c1',
  nextUnread: null,
  unread: 0,
  unreadBefore: 0,
  firstUnreadBefore: null,
  isCompleted: false,
  newChapters: 0,
  status: 'reading',
  note: '',
  secondsRead: 0,
  places,
  unavailable: null,
  readable: { chapters: 2, words: 100 },
  readsExclusive: true,
  reader: { _id: me._id, readingSettings: {} },
});

const own = placeOf('c1', 20, 10);

function Reader({ onGo, isKept = false }: { onGo: (chapterId: string) => void; isKept?: boolean }) {
  const text = useRef<HTMLDivElement>(null);
  const opening = openingWith(own);
  const unconfirmed = useUnconfirmedPlace(opening, isKept);
  useReadingPosition({ chapter, saved: own, text });
  return (
    <div className="reading-screen">
      <div ref={text} className="chapter-text">
        {Array.from({ length: 100 }, (_, number) => number).map((number) => (
          <p key={number} data-paragraph={number} style={{ height: '100px' }}>
            Paragraph {number}
          </p>
        ))}
      </div>
      {/* What its utility classes say, which component tests do not have. */}
      <style>{'.fixed { position: fixed; bottom: 0; background: white; }'}</style>
      <PlaceElsewhere opening={opening} unconfirmed={unconfirmed} chapterId="c1" text={text} onGo={onGo} />
    </div>
  );
}

/** Shows a chapter whose place is saved, leaves the page, and returns to it after some minutes or less. */
async function returnTo({
  there,
  ereader,
  awayMs = 180_000,
  isOnline = true,
}: {
  there: ChapterProgress[];
  ereader?: string;
  awayMs?: number;
  isOnline?: boolean;
}) {
  signIn();
  const onGo = vi.fn();
  const saved = mockCall('POST /chapters/{id}/progress', { success: true, data: own });
  await renderPage(<Reader onGo={onGo} />);
  await expect.poll(() => saved.sent.length).toBe(1);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const asked = mockCall('GET /stories/{id}/reading', {
    success: true,
    data: { ...openingWith(...there), ...(ereader !== undefined && { ereader }) },
  });
  mockCall('GET /reacting-sessions/user-story/{storyId}', {
    success: true,
    data: {
      sessions: [
        {
          _id: 's1',
          chapter: { _id: 'c2', title: 'Two', chapterNumber: 2 },
          deviceType: 'mobile',
          startedAt: '2026-03-02T11:25:00.000Z',
          endedAt: '2026-03-02T11:31:00.000Z',
          seconds: 360,
          syncCount: 36,
          startProgress: 0,
          endProgress: 40,
        },
      ],
    },
    pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasMore: false },
  });
  window.dispatchEvent(new Event('blur'));
  vi.setSystemTime(Date.now() + awayMs);
  window.dispatchEvent(new Event('focus'));
  return { asked, onGo, saved };
}

/** Moves in the text, then hides the page, which saves the place if it may. */
async function scrollAndLeave() {
  const scrolled = new Promise((resolve) => window.addEventListener('scroll', resolve, { once: true }));
  window.scrollBy(0, 200);
  await scrolled;
  window.dispatchEvent(new Event('pagehide'));
}

const noSessions = () =>
  mockCall('GET /reacting-sessions/user-story/{storyId}', {
    success: true,
    data: { sessions: [] },
    pagination: { page: 1, limit: 20, total: 0, totalPages: 0, hasMore: false },
  });

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a page that is looked at again says where the reader read on, and saves no place until they answer', async () => {
  const { onGo, saved } = await returnTo({ there: [own, placeOf('c2', 40, 30)] });
  await expect
    .element(page.getByText('You read on to Chapter 2 on your phone.', { exact: true }))
    .toBeVisible();
  // One pixel of it would be visible, too.
  const { width, height } = page.getByRole('status').element().getBoundingClientRect();
  expect(Math.min(width, height)).toBeGreaterThan(20);
  await scrollAndLeave();
  expect(saved.sent).toHaveLength(1);
  button('Go there').element().focus();
  await userEvent.keyboard('{Enter}');
  expect(onGo).toHaveBeenCalledExactlyOnceWith('c2');
  await expect.element(page.getByRole('status')).toBeEmptyDOMElement();
  window.dispatchEvent(new Event('pagehide'));
  expect(saved.sent).toHaveLength(1);
});

test('a page that was opened without a connection asks once it is back, and has saved nothing before', async () => {
  signIn();
  setOnline(false);
  const saved = mockCall('POST /chapters/{id}/progress', { success: true, data: own });
  mockCall('GET /stories/{id}/reading', { success: true, data: openingWith(own, placeOf('c2', 40, 30)) });
  noSessions();
  await renderPage(<Reader isKept onGo={vi.fn()} />);
  await expect.element(page.getByText('Paragraph 20')).toBeInTheDocument();
  setOnline(true);
  await expect.element(page.getByText(/^You read on to Chapter 2/)).toBeVisible();
  window.dispatchEvent(new Event('pagehide'));
  expect(saved.sent).toEqual([]);
});

test('what is read on a page that shows what the device keeps is held until its reader knows of a newer place', async () => {
  signIn();
  mockCall('POST /chapters/{id}/progress', { success: true, data: own });
  const asked = mockCall('GET /stories/{id}/reading', {
    success: true,
    data: openingWith(own, placeOf('c2', 40, 30)),
  });
  noSessions();
  setOnline(false);
  const shown = await renderPage(<Reader isKept onGo={vi.fn()} />);
  await expect.element(page.getByText('Paragraph 20')).toBeInTheDocument();
  await expect.poll(() => arePlacesHeld(story._id)).toBe(true);
  expect(asked.sent).toEqual([]);
  setOnline(true);
  await expect.element(page.getByText(/^You read on to Chapter 2/)).toBeVisible();
  expect(await arePlacesHeld(story._id)).toBe(true);
  await button('Stay here').click();
  await expect.poll(() => arePlacesHeld(story._id)).toBe(false);
  await shown.unmount();

  // The server has responded before the app could ask.
  mockCall('GET /stories/{id}/reading', { success: true, data: openingWith(own) });
  await renderPage(<Reader isKept onGo={vi.fn()} />);
  await expect.poll(() => arePlacesHeld(story._id)).toBe(true);
  await expect.poll(() => arePlacesHeld(story._id)).toBe(false);
  await expect.element(page.getByRole('status')).toBeEmptyDOMElement();
});

test('an e-reader is named as the reader named its token', async () => {
  await returnTo({ there: [own, placeOf('c2', 40, 30)], ereader: 'Kobo Libra' });
  await expect
    .element(page.getByText('You read on to Chapter 2 on Kobo Libra.', { exact: true }))
    .toBeVisible();
});

test('Stay here makes the place on the page the newest', async () => {
  const { saved } = await returnTo({ there: [own, placeOf('c2', 100, 40)] });
  const said = 'You read on to the end of Chapter 2 in another tab or on another device.';
  await expect.element(page.getByText(said, { exact: true })).toBeVisible();
  await button('Stay here').click();
  await expect.poll(() => saved.sent.length).toBe(2);
  expect(saved.sent[1]).toMatchObject({ position: { paragraph: 20 } });
});

test('reading on answers, and a place in the same chapter is shown by Go there', async () => {
  const { saved } = await returnTo({ there: [placeOf('c1', 60, 30)] });
  const said = 'You read on to 60% of this chapter in another tab or on another device.';
  await expect.element(page.getByText(said, { exact: true })).toBeVisible();
  await button('Go there').click();
  await expect.poll(() => saved.sent.at(-1)).toMatchObject({ position: { paragraph: 60 } });
  vi.setSystemTime(Date.now());
  mockCall('GET /stories/{id}/reading', { success: true, data: openingWith(placeOf('c1', 10, 50)) });
  window.dispatchEvent(new Event('blur'));
  vi.setSystemTime(Date.now() + 180_000);
  window.dispatchEvent(new Event('focus'));
  await expect.element(page.getByText(/^You were last at 10% of this chapter/)).toBeVisible();
  const { length } = saved.sent;
  window.scrollBy(0, window.innerHeight + 10);
  await expect.element(page.getByRole('status')).toBeEmptyDOMElement();
  await expect.poll(() => saved.sent.length).toBeGreaterThan(length);
});

test.each([
  { title: 'for a place that this page has saved', there: [own], requests: 1 },
  {
    title: 'after a short look at something else',
    there: [placeOf('c2', 40, 30)],
    awayMs: 5000,
    requests: 0,
  },
  { title: 'without a connection', there: [placeOf('c2', 40, 30)], isOnline: false, requests: 0 },
])('nothing is asked $title', async ({ there, awayMs = 180_000, isOnline = true, requests }) => {
  const { asked, saved } = await returnTo({ there, awayMs, isOnline });
  await expect
    .poll(async () => {
      await scrollAndLeave();
      return saved.sent.length;
    })
    .toBeGreaterThan(1);
  expect(asked.sent).toHaveLength(requests);
  await expect.element(page.getByRole('status')).toBeEmptyDOMElement();
});
