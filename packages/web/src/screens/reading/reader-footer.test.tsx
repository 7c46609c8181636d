import type { ChapterSummary } from '@inkling/contract/chapters';
import { defaultReadingSettings } from '@inkling/contract/reading-settings';
import type { Story } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { goesLeft } from '../../features/chapters/reader/reading-attributes.ts';
import { asMember, mockComments } from '../../testing/comment-pages.ts';
import { setOnline } from '../../testing/connection.ts';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { ChapterComments } from './chapter-comments.tsx';
import { ReaderFooter } from './reader-footer.tsx';

resetBetweenTests();

const shownFooter: Parameters<typeof ReaderFooter>[0] = {
  story: { ...story, isPublished: true },
  chapterId: idOf(20),
  number: 2,
  total: 2,
  unopened: 0,
  opened: false,
  isLocked: false,
  next: undefined,
  isNextLocked: false,
  turnsLeft: false,
  onPrevious: undefined,
  onNext: undefined,
};

const footer = (shown: Partial<Story>, others: Partial<Parameters<typeof ReaderFooter>[0]> = {}) => {
  asMember();
  const counts = { love: 0, laugh: 0, surprise: 0, sad: 0, suspense: 0 };
  mockCall('GET /reactions/chapter/{id}', { success: true, data: { counts, mine: null } });
  mockCall('GET /stories/{id}/follow', { success: true, isFollowing: false, followersCount: 2 });
  return renderPage(<ReaderFooter {...shownFooter} story={{ ...shownFooter.story, ...shown }} {...others} />);
};

const buttons = async (shown: Partial<Story>) => {
  const view = await footer(shown);
  const nav = page.getByRole('navigation', { name: 'Chapters' });
  await expect.element(nav.getByRole('button', { name: 'Mark as Completed' })).toBeVisible();
  return {
    view,
    names: () =>
      nav
        .getByRole('button')
        .elements()
        .map(({ textContent }) => textContent),
  };
};

test('at the end of an ongoing story, following it comes before completing it', async () => {
  const ongoing = await buttons({ effectiveStatus: 'ongoing' });
  await expect.poll(ongoing.names).toEqual(['Previous Chapter', 'Follow', 'Mark as Completed']);
  mockCall('POST /stories/{id}/follow', { success: true, isFollowing: true, followersCount: 3 });
  await page.getByRole('button', { name: 'Follow' }).click();
  await expect
    .element(page.getByRole('button', { name: 'Following' }))
    .toHaveAttribute('aria-pressed', 'true');
  await ongoing.view.unmount();
  const completed = await buttons({ effectiveStatus: 'completed' });
  expect(completed.names()).toEqual(['Previous Chapter', 'Mark as Completed']);
});

test('the next chapter is on the side where the language’s pages go on', async () => {
  const next = { _id: idOf(21), title: 'The Gate', chapterNumber: 2, wordCount: 900 } as ChapterSummary;
  for (const [language, settings, side] of [
    ['en', { layout: 'paged', vertical: true }, 1],
    ['ar', {}, -1],
    ['ja', { layout: 'paged' }, 1],
    ['ja', { layout: 'paged', vertical: true }, -1],
    ['ja', { layout: 'scroll', vertical: true }, 1],
  ] as const) {
    const turnsLeft = goesLeft(language, { ...defaultReadingSettings, ...settings });
    const view = await footer({ language }, { number: 1, next, turnsLeft, onNext: () => undefined });
    const middleOf = (name: string) => {
      const { left, right } = page.getByRole('button', { name }).element().getBoundingClientRect();
      return (left + right) / 2;
    };
    expect(Math.sign(middleOf('Next Chapter') - middleOf('Previous Chapter'))).toBe(side);
    await view.unmount();
  }
});

test('authors are not asked to follow their own story', async () => {
  const own = await buttons({ effectiveStatus: 'ongoing', author: { ...story.author, _id: me._id } });
  await expect.poll(own.names).toEqual(['Previous Chapter', 'Mark as Completed']);
});

test('before a chapter that the reader may not read, the end says so, and the main button leads to the plans', async () => {
  const next = { _id: idOf(21), title: 'The Gate', chapterNumber: 2, wordCount: 900 } as ChapterSummary;
  const open = await footer({}, { number: 1, next, onNext: () => undefined });
  const button = () => page.getByRole('button', { name: 'Next Chapter' });
  await expect.element(button()).toBeVisible();
  expect(page.getByText(/Premium/).elements()).toEqual([]);
  const main = button().element().className;
  await open.unmount();
  const locked = await footer({}, { number: 1, next, isNextLocked: true, onNext: () => undefined });
  await expect.element(page.getByText(/for Premium readers/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'See plans' })).toHaveClass(main);
  expect(button().element().className).not.toBe(main);
  await locked.unmount();
  await footer({}, { number: 1, next, isLocked: true, isNextLocked: true, onNext: () => undefined });
  await expect.element(button()).toBeVisible();
  expect(page.getByText(/Premium/).elements()).toEqual([]);
});

test('what the end of a chapter has not loaded when the connection goes says so in a line, and loads when it is back', async () => {
  const counts = { love: 0, laugh: 4, surprise: 0, sad: 0, suspense: 0 };
  asMember();
  const reactions = mockCall('GET /reactions/chapter/{id}', { success: true, data: { counts, mine: null } });
  mockComments({});
  const next = { _id: idOf(21), title: 'The Gate', chapterNumber: 2, wordCount: 900 } as ChapterSummary;
  await renderPage(
    <>
      <div style={{ height: '4000px' }} />
      <ReaderFooter {...shownFooter} number={1} next={next} opened />
      <ChapterComments story={shownFooter.story} chapterId={idOf(20)} opened />
    </>,
  );
  const heading = page.getByRole('heading', { name: 'Comments' });
  await expect.element(heading).toBeInTheDocument();
  setOnline(false);
  heading.element().scrollIntoView();
  window.dispatchEvent(new Event('pointermove'));
  await expect.element(page.getByText('You’re offline. Reactions need a connection.')).toBeVisible();
  await expect.element(page.getByText('You’re offline. Comments need a connection.')).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
  expect(reactions.sent).toEqual([]);
  setOnline(true);
  await expect.element(page.getByRole('button', { name: 'Funny 4' })).toBeVisible();
  await expect.element(page.getByText(/^No comments yet/)).toBeVisible();
  expect(page.getByText(/You’re offline/).elements()).toEqual([]);
});
