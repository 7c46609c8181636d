// Runs in the page itself, before its style sheet and the app's scripts are loaded (docs/decisions/0077-early-calls.md):
// makes the calls of the reading screen, and shows the chapter until React does.
import type { ReadingSettings } from '@inkling/contract/reading-settings';
import { scrollToPosition, setPagedView } from '../../../features/chapters/reader/position.ts';
import { parseReadingSettings } from '../../../features/chapters/reader/reading-attributes.ts';
import { parseUnsentChanges, withAccountSettings } from '../../../features/reading-comfort/merge-settings.ts';
import { pagesOf } from '../../../features/reading-comfort/paged-view.ts';
import type { CallResponse } from '../../../lib/api.ts';
import { hasJustSaved, startEarlyCall } from '../../../lib/early-calls.ts';
import { noteEarlyKeys } from '../../../lib/early-keys.ts';
import { noteEarlyView } from '../../../lib/early-view.ts';
import { type EarlyChapter, earlyView } from './early-view.tsx';

/** The addresses of the calls that open a chapter, as lib/api.ts builds them: that would be too large for a page's script. */
export const earlyUrls = {
  opening: (storyId: string) => `/api/v1/stories/${storyId}/reading`,
  chapter: (chapterId: string) => `/api/v1/chapters/${chapterId}`,
};

/** The story and the chapter of a reading screen's path; undefined for another path or one with other spellings of ids. */
export function idsIn(path: string): { storyId: string; chapterId: string | undefined } | undefined {
  const [, storyId, chapterId] = /^\/reading\/([\da-f-]{36})(?:\/([\da-f-]{36}))?$/.exec(path) ?? [];
  return storyId === undefined ? undefined : { storyId, chapterId };
}

type OpeningResponse = CallResponse<'GET /stories/{id}/reading'>;
type ChapterResponse = CallResponse<'GET /chapters/{id}'>;

const stored = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

function storedObject(key: string): Record<string, unknown> {
  try {
    return JSON.parse(stored(key) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

const storedSettings = () => parseReadingSettings(storedObject('reading-settings'));

/** The settings of this device once those of the account are known, which the app finds there too. */
function adoptSettings({ _id, readingSettings }: OpeningResponse['data']['reader']): ReadingSettings {
  const unsent = parseUnsentChanges(storedObject('reading-setting-changes'));
  const merged = withAccountSettings(
    { settings: storedSettings(), unsent },
    _id,
    readingSettings,
    Date.now(),
  );
  try {
    localStorage.setItem('reading-settings', JSON.stringify(merged.settings));
    localStorage.setItem('reading-setting-changes', JSON.stringify(merged.unsent));
  } catch {
    // The app merges them again.
  }
  document.documentElement.dataset.readingTheme = merged.settings.theme;
  return merged.settings;
}

/** What is shown until the reading screen is there (features/layout/app-layout.tsx, screens/reading/reading.tsx). */
const pendingMain = () => document.querySelector('#main[aria-busy]');

/** Waits until the page is styled, as no frame is drawn before, and its placeholder is there; false if React has replaced it. */
async function isPending(): Promise<boolean> {
  do await new Promise(requestAnimationFrame);
  while (document.getElementById('main') === null);
  return pendingMain() !== null;
}

/** How long the text waits for its font, so that it is laid out only once. */
const fontTimeoutMs = 300;

const fontLoaded = () =>
  Promise.race([
    document.fonts.load('1em "Literata Variable"'),
    new Promise((resolve) => setTimeout(resolve, fontTimeoutMs)),
  ]);

/** Loads a font at once: style sheets name it late. */
function preloadFont(url: string | undefined): void {
  if (url === undefined) return;
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href: url });
  document.head.append(link);
}

function show(found: EarlyChapter): void {
  const view = earlyView(found);
  const text = view.querySelector<HTMLElement>('.chapter-text');
  if (text === null) return;
  const { saved, chapter } = found;
  const root = document.documentElement;
  root.dataset.early = '';
  document.body.append(view);
  // Pages cannot be turned yet.
  const early = found.settings.layout === 'paged' ? null : noteEarlyView(chapter._id);
  noteEarlyKeys();
  const share = saved === null || saved.progress >= 100 ? 0 : saved.progress;
  const box = view.querySelector<HTMLElement>('.pages[data-paged]');
  const pages = box && pagesOf(box);
  setPagedView(pages);
  // Called now, and when a font has moved the lines.
  const resized = new ResizeObserver(() => {
    pages?.fit();
    if (early?.used !== true) scrollToPosition(text, saved?.position ?? null, share);
  });
  resized.observe(text);
  // Runs before the frame in which React has replaced the placeholder is painted.
  const observer = new MutationObserver(() => {
    if (pendingMain() !== null) return;
    observer.disconnect();
    resized.disconnect();
    view.remove();
    delete root.dataset.early;
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Makes the calls, then shows the chapter, unless the reader must confirm first. */
async function open(storyId: string, chapterId: string | undefined, token: string): Promise<void> {
  if (storedSettings().face === 'serif') preloadFont(document.currentScript?.dataset.early);
  const callChapter = (id: string) => startEarlyCall<ChapterResponse>(earlyUrls.chapter(id), token);
  const openingCall = startEarlyCall<OpeningResponse>(earlyUrls.opening(storyId), token);
  const chapterCall = chapterId === undefined ? undefined : callChapter(chapterId);
  const opened = await openingCall;
  if (opened === undefined) return;
  const opening = opened.data.data;
  const settings = opened.isKept ? storedSettings() : adoptSettings(opening.reader);
  const continueWith = opening.continueWith ?? opening.lastChapterRead;
  const wanted = chapterId ?? continueWith ?? opening.chapters[0]?._id;
  const summary = opening.chapters.find(({ _id }) => _id === wanted);
  if (summary === undefined) return;
  const chapter = (await (chapterCall ?? callChapter(summary._id)))?.data.data;
  // The app goes to the address of the chapter read last, and to that of a passage or an annotation, by itself.
  const leadsOn = (chapterId === undefined && continueWith !== null) || location.search !== '';
  const asksFirst = opening.story.audience === 'mature';
  if (chapter === undefined || leadsOn || asksFirst) return;
  const place = opening.places.find((one) => one.chapter === summary._id) ?? null;
  // As in the reading screen: a finished chapter begins at its start, except where the reader is.
  const saved = place?.progress === 100 && opening.lastChapterRead !== summary._id ? null : place;
  if (!(await isPending())) return;
  if (settings.face === 'serif') await fontLoaded();
  if (pendingMain() !== null) show({ opening, summary, chapter, saved, settings });
}

const ids = idsIn(location.pathname);
const token = stored('token');
if (ids !== undefined && token !== null && !hasJustSaved()) void open(ids.storyId, ids.chapterId, token);
