import type { StoryFix } from '@inkling/contract/fixes';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall, mockEach } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import StoryFixes from './story-fixes.tsx';

resetBetweenTests();

const fixOf = (number: number, words: Partial<StoryFix> = {}): StoryFix => ({
  chapter: { _id: idOf(900), title: 'The door', chapterNumber: 1 },
  original: `teh ${number}`,
  replacement: `the ${number}`,
  prefix: '',
  suffix: '',
  count: 1,
  ids: [idOf(number)],
  suggestions: [{ _id: idOf(number), reader: story.author, note: '', createdAt: story.createdAt }],
  ...words,
});

/** The author's list, with `perPage` of the open ones on each page; what is decided leaves it. */
async function open(open: StoryFix[], perPage = 50) {
  let left = open;
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  mockCall('GET /stories/{id}', { success: true, data: story });
  mockEach('GET /stories/{id}/fixes', (query) => {
    const number = Number(query.get('page') ?? 1);
    const data = left.slice((number - 1) * perPage, number * perPage);
    const total = data.length === 0 ? 0 : left.length;
    const totalPages = Math.ceil(total / perPage);
    return {
      success: true,
      data,
      isOpen: true,
      text: null,
      pagination: { page: number, limit: perPage, total, totalPages, hasMore: number < totalPages },
    };
  });
  const decisions = mockEach('POST /stories/{id}/fixes/decide', () => {
    const { ids } = decisions.sent.at(-1) as { ids: string[] };
    left = left.filter((fix) => !fix.ids.some((id) => ids.includes(id)));
    return { success: true, data: { decided: ids.length, outdated: 0 } };
  });
  await renderPage(
    <main id="main" tabIndex={-1}>
      <StoryFixes />
    </main>,
    '/write/:storyId/fixes',
    `/write/${idOf(500)}/fixes`,
  );
}
const apply = (words: string) =>
  page.getByRole('listitem').filter({ hasText: words }).getByRole('button', { name: 'Apply' });

test('the focus goes from a decided suggestion to the next one, and from the last to the page', async () => {
  await open([fixOf(1), fixOf(2)]);
  await apply('teh 1').click();
  await expect.element(apply('teh 2')).toHaveFocus();
  await apply('teh 2').click();
  await expect.element(page.getByText('No suggested fixes')).toBeVisible();
  await expect.element(page.getByRole('main')).toHaveFocus();
});

test('once all of the last page are decided, the page before is shown', async () => {
  await open([fixOf(1), fixOf(2), fixOf(3)], 2);
  await expect.element(page.getByRole('button', { name: 'Apply these 2' })).toBeVisible();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await apply('teh 3').click();
  await expect.element(apply('teh 1')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Apply all 2' })).toBeVisible();
});

test('words of a language from right to left stand in its direction', async () => {
  await open([fixOf(1, { original: 'שלומ', replacement: 'שלום' })]);
  const words = page.getByRole('deletion');
  await expect.element(words).toBeVisible();
  expect(getComputedStyle(words.element()).direction).toBe('rtl');
});

test('suggestions stand beside their paragraph, show their place, and say so where the text has moved on', async () => {
  const texts = [
    'She ran.\n\nHe saw *teh 1* and teh 2.\nNobody came.\nAt teh 3 he sat.',
    'She ran.\n\nHe saw *the 1* and teh 2.\nNobody came.\nAt teh 3 he sat.',
  ];
  let version = 1;
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  mockCall('GET /stories/{id}', { success: true, data: story });
  mockEach('GET /stories/{id}/fixes', () => {
    const data = [3, 9, 1, 2].map((number) => fixOf(number));
    const left = version === 1 ? data : data.filter(({ original }) => original !== 'teh 1');
    const places = left.map(({ original }) => {
      const start = texts[version - 1]?.indexOf(original) ?? -1;
      return start === -1 ? null : { start, end: start + 5 };
    });
    return {
      success: true,
      data: left,
      isOpen: true,
      text: { version, places },
      pagination: { page: 1, limit: 50, total: left.length, totalPages: 1, hasMore: false },
    };
  });
  mockEach('GET /chapters/{id}/versions/{version}', () => ({
    success: true,
    data: {
      version,
      content: texts[version - 1] ?? '',
      paragraphIds: [1, null, 2, 3, 4],
      title: 'The door',
      authorNotes: null,
      endNotes: null,
      name: null,
      wordCount: 12,
      createdAt: story.createdAt,
    },
  }));
  mockEach('POST /stories/{id}/fixes/decide', () => {
    version = 2;
    return { success: true, data: { decided: 1, outdated: 0 } };
  });
  await renderPage(
    <main id="main" tabIndex={-1}>
      <StoryFixes />
    </main>,
    '/write/:storyId/fixes',
    paths.storyFixes(idOf(500), idOf(900)),
  );
  await expect.element(page.getByText('Nobody came.')).toBeVisible();
  const marked = () =>
    [...(CSS.highlights.get('search-match') ?? [])].map((range) => range.toString()).toSorted();
  expect(marked()).toEqual(['teh 1', 'teh 2', 'teh 3']);
  // In the order of the text, each between its own paragraph and the next one.
  const order = () =>
    [...document.querySelectorAll('[data-paragraph], [data-fix] del')].map(({ textContent }) => textContent);
  expect(order()).toEqual([
    'Instead of teh 9',
    'She ran.',
    'He saw *teh 1* and teh 2.',
    'Instead of teh 1',
    'Instead of teh 2',
    'Nobody came.',
    'At teh 3 he sat.',
    'Instead of teh 3',
  ]);
  const gone = page.getByRole('list', { name: 'Suggestions for earlier versions' }).getByRole('listitem');
  await expect
    .element(gone.getByText('The text no longer has these words, so this fix can’t be applied.'))
    .toBeVisible();
  expect(gone.getByRole('button', { name: 'Apply' }).elements()).toEqual([]);
  await page.getByRole('button', { name: /teh 3/ }).click();
  expect(document.activeElement?.textContent).toBe('At teh 3 he sat.');
  await apply('teh 1').click();
  await expect.element(apply('teh 2')).toHaveFocus();
  expect(order()).toContain('He saw *the 1* and teh 2.');
  expect(marked()).toEqual(['teh 2', 'teh 3']);
});
