import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  AnnotatedChapter,
  bookmarkOf,
  chapterOf,
  highlightOf,
  listOf,
  selectWords,
} from '../../testing/annotations.tsx';
import { me } from '../../testing/fixtures.ts';
import { mockBadGateway, mockCall, mockFailure } from '../../testing/mock-call.ts';
import { forgetData, renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';

resetBetweenTests();
afterEach(() => vi.unstubAllGlobals());

const text = 'The lamp was lit. The harbour slept.\nA boat came in, and *nobody saw* it.';
const chapter = chapterOf(text);

const mockLists = (
  highlights: ReturnType<typeof highlightOf>[] = [],
  bookmarks: ReturnType<typeof bookmarkOf>[] = [],
) => {
  mockCall('GET /highlights', listOf(highlights));
  mockCall('GET /bookmarks', listOf(bookmarks));
};
const site = {
  success: true as const,
  data: {
    testimonials: [],
    registration: { mode: 'open' as const, question: null },
    operator: { name: null, contactEmail: null, privacyEmail: null },
    logIns: { idleDays: 30, mostDays: 180 },
    selection: { lookUp: 'https://dictionary.example/?q={text}', translate: null },
  },
};
async function show(shown = chapter, address = '/', known?: Promise<unknown>, siteKnown?: Promise<unknown>) {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me }, known);
  mockCall('GET /site', site, siteKnown);
  const view = await renderPage(<AnnotatedChapter chapter={shown} />, '*', address);
  await expect.element(page.getByText(/The harbour slept/).first()).toBeInTheDocument();
  return view;
}
const menu = () => page.getByRole('toolbar', { name: 'Selected text' });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const painted = (name: string): string[] =>
  [...(CSS.highlights.get(name) ?? [])].map((range) => {
    const { startContainer, startOffset, endContainer, endOffset } = range;
    const live = document.createRange();
    live.setStart(startContainer, startOffset);
    live.setEnd(endContainer, endOffset);
    return live.toString();
  });

test('selected words are looked up in a new tab where the operator says, and not translated without an address', async () => {
  mockLists();
  await show();
  selectWords('harbour');
  const link = menu().getByRole('link', { name: /^Look Up/ });
  await expect.element(link).toHaveAttribute('href', 'https://dictionary.example/?q=harbour');
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect.element(link).toHaveAttribute('target', '_blank');
  expect(menu().getByRole('link').elements()).toHaveLength(1);
});

test('the menu grows away from the selected words when links to other sites arrive', async () => {
  mockLists();
  const gate = Promise.withResolvers<void>();
  const long = `${'A long day, and nothing was seen of it.\n'.repeat(14)}The lamp. The harbour slept.`;
  await show(chapterOf(long), '/', undefined, gate.promise);
  // Room above it: there the menu lies.
  document.querySelector('[data-paragraph="15"]')?.scrollIntoView({ block: 'center' });
  selectWords('lamp');
  await expect.element(menu()).toBeVisible();
  const lowerEdge = () => {
    const box = menu().element();
    return box instanceof HTMLElement ? Number.parseFloat(box.style.top) + box.offsetHeight : Number.NaN;
  };
  const before = lowerEdge();
  gate.resolve();
  await expect.element(menu().getByRole('link', { name: /^Look Up/ })).toBeVisible();
  await expect.poll(lowerEdge).toBeCloseTo(before);
});

test('selected text is highlighted, and the selection ends', async () => {
  mockLists();
  await show();
  selectWords('harbour');
  await expect.element(menu()).toBeVisible();
  const made = mockCall('POST /highlights', { success: true, data: highlightOf(50, text, 'harbour') });
  await menu().getByRole('button', { name: 'Highlight', exact: true }).click();
  await expect.element(menu()).not.toBeInTheDocument();
  expect(getSelection()?.isCollapsed ?? true).toBe(true);
  await expect.poll(() => painted('highlight-yellow')).toEqual(['harbour']);
  expect(made.sent).toEqual([
    {
      _id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      storyId: chapter.story,
      chapterId: chapter._id,
      version: 1,
      selectedText: 'harbour',
      startOffset: 22,
      endOffset: 29,
      color: 'yellow',
      note: '',
    },
  ]);
  await expect.element(page.getByRole('heading', { name: 'Your Annotations' })).toBeVisible();
});

test('a color, and a bookmark with the beginning of its words as its title', async () => {
  mockLists();
  await show();
  selectWords('lamp');
  const highlighted = mockCall('POST /highlights', {
    success: true,
    data: highlightOf(50, text, 'lamp', { color: 'pink' }),
  });
  await menu().getByRole('button', { name: 'Highlight in pink' }).click();
  await expect.poll(() => painted('highlight-pink')).toEqual(['lamp']);
  expect(highlighted.sent).toMatchObject([{ color: 'pink' }]);
  selectWords('A boat came in, and ');
  const bookmarked = mockCall('POST /bookmarks', {
    success: true,
    data: bookmarkOf(51, text, 'A boat came in, and'),
  });
  await menu().getByRole('button', { name: 'Bookmark', exact: true }).click();
  await expect.poll(() => painted('passage-bookmark')).toEqual(['A boat came in, and']);
  expect(bookmarked.sent).toMatchObject([
    { title: 'A boat came in, and', selectedText: 'A boat came in, and' },
  ]);
});

test('blank text has no menu; a press outside and Esc close it', async () => {
  mockLists();
  await show();
  selectWords(' ');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(menu().elements()).toEqual([]);
  selectWords('lamp');
  await expect.element(menu()).toBeVisible();
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse' }));
  await expect.element(menu()).not.toBeInTheDocument();
  getSelection()?.removeAllRanges();
  document.body.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, pointerType: 'mouse' }));
  selectWords('lamp');
  await expect.element(menu()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu()).not.toBeInTheDocument();
  selectWords('boat');
  await expect.element(menu()).toBeVisible();
  getSelection()?.removeAllRanges();
  await expect.element(menu()).not.toBeInTheDocument();
});

test('actions are offered once the reader is known', async () => {
  mockLists();
  const gate = Promise.withResolvers<void>();
  await show(chapter, '/', gate.promise);
  selectWords('lamp');
  await new Promise((resolve) => setTimeout(resolve, 500));
  await expect.element(menu()).not.toBeInTheDocument();
  gate.resolve();
  await expect.element(menu()).toBeVisible();
});

test('a highlight whose id is taken was saved and deleted since: it is no longer shown', async () => {
  mockLists();
  await show();
  const refused = mockFailure('POST /highlights', 'ID_TAKEN', 'This id is taken.');
  selectWords('lamp');
  await menu().getByRole('button', { name: 'Highlight', exact: true }).click();
  await expect.poll(() => refused.sent).toHaveLength(1);
  await expect.poll(() => painted('highlight-yellow')).toEqual([]);
  expect(Object.values(localStorage).filter((value) => String(value).includes('lamp'))).toEqual([]);
  await expect.element(page.getByText(/^Highlight not saved/)).not.toBeInTheDocument();
});

test('Tab leads to the menu of the current selection, however fast the keys are pressed', async () => {
  mockLists();
  await show();
  const highlighted = mockCall('POST /highlights', {
    success: true,
    data: highlightOf(50, text, 'The lamp'),
  });
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await expect.element(menu()).toBeVisible();
  await userEvent.keyboard('{Shift>}{Control>}{ArrowRight}{/Control}{/Shift}{Tab}{Enter}');
  await expect.poll(() => painted('highlight-yellow')).toEqual(['The lamp']);
  expect(highlighted.sent).toMatchObject([{ selectedText: 'The lamp' }]);
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{Tab}');
  await expect.element(menu().getByRole('button', { name: 'Highlight', exact: true })).toHaveFocus();
});

test('by keyboard: Shift and an arrow select, Tab leads into the menu, arrows move in it', async () => {
  mockLists();
  await show();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  expect(getSelection()?.toString().trim()).toBe('The');
  await expect.element(menu()).toBeVisible();
  await expect.element(page.getByText('Text selected. Press Tab for actions.')).toBeInTheDocument();
  await userEvent.keyboard('{Tab}');
  await expect.element(menu().getByRole('button', { name: 'Highlight', exact: true })).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(menu().getByRole('link', { name: /^Look Up/ })).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  await expect.element(menu().getByRole('button', { name: 'Highlight in pink' })).toHaveFocus();
  mockCall('POST /highlights', { success: true, data: highlightOf(50, text, 'The', { color: 'pink' }) });
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => painted('highlight-pink')).toEqual(['The']);
  await expect.element(page.getByText('Highlighted in pink.')).toBeInTheDocument();
  expect(document.activeElement?.getAttribute('data-paragraph')).toBe('1');
});

test('what cannot be saved stays, even after a reload, and can be tried again', async () => {
  mockLists();
  const first = await show();
  selectWords('harbour');
  mockFailure('POST /highlights', 'QUOTA_REACHED', 'You have 10,000 annotations in this story.');
  await menu().getByRole('button', { name: 'Note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a note' });
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Like mine.');
  await dialog.getByText('Blue').click();
  await dialog.getByRole('button', { name: 'Save note' }).click();
  await expect.element(page.getByText(/^Highlight not saved. You have 10,000/)).toBeVisible();
  expect(painted('highlight-blue')).toEqual(['harbour']);
  expect(painted('unsaved-annotation')).toEqual(['harbour']);
  await first.unmount();
  expect(painted('highlight-blue')).toEqual([]);
  forgetData();
  await show();
  await expect.element(page.getByText('Like mine.')).toBeVisible();
  const saved = highlightOf(50, text, 'harbour', { color: 'blue', note: 'Like mine.' });
  const gate = Promise.withResolvers<void>();
  const sent = mockCall('POST /highlights', { success: true, data: saved }, gate.promise);
  await button('Try again').click();
  // It stays in its place while it is sent.
  await expect.element(page.getByText('Highlight not saved yet.')).toBeVisible();
  await expect.element(button('Saving…')).toHaveAttribute('aria-busy', 'true');
  gate.resolve();
  await expect.element(page.getByText(/^Highlight not saved/)).not.toBeInTheDocument();
  await expect.poll(() => painted('unsaved-annotation')).toEqual([]);
  expect(sent.sent).toMatchObject([{ note: 'Like mine.', color: 'blue', selectedText: 'harbour' }]);
  await expect.element(button(/^Edit: Blue highlight: “harbour”, with a note/)).toBeVisible();
});

test('a click on a highlighted passage opens it; the note and the color can be changed', async () => {
  const mine = highlightOf(52, text, 'harbour', { note: 'Old.' });
  mockLists([mine, highlightOf(51, text, 'The harbour slept', { color: 'green' })]);
  await show();
  await expect.poll(() => painted('highlight-yellow')).toEqual(['harbour']);
  // The later highlight is in front; the other shows as a line there.
  expect([painted('highlight-green'), painted('overlap-green')]).toEqual([['The ', ' slept'], ['harbour']]);
  const range = document.createRange();
  const node = document.querySelector('[data-paragraph="1"]')?.firstChild;
  if (!node) throw new Error('No text.');
  range.setStart(node, 24);
  range.setEnd(node, 25);
  const { x, y, height } = range.getBoundingClientRect();
  node.parentElement?.dispatchEvent(
    new MouseEvent('click', { bubbles: true, clientX: x + 1, clientY: y + height / 2 }),
  );
  const dialog = page.getByRole('dialog', { name: 'Highlight 1 of 2' });
  await expect.element(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('Old.');
  mockFailure('PUT /highlights/{id}', 'BUSY', 'Please try again.');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('New.');
  await dialog.getByText('Purple').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Your text is still here.')).toBeVisible();
  const sent = mockCall('PUT /highlights/{id}', {
    success: true,
    data: { ...mine, note: 'New.', color: 'purple' },
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent.sent).toEqual([{ note: 'New.', color: 'purple' }]);
  await expect.poll(() => painted('highlight-purple')).toEqual(['harbour']);
});

test('what failed for lack of a connection is saved when it returns', async () => {
  mockLists();
  await show();
  selectWords('boat');
  const failed = mockBadGateway('POST /bookmarks');
  await menu().getByRole('button', { name: 'Bookmark', exact: true }).click();
  await expect.element(page.getByText(/^Bookmark not saved./)).toBeVisible();
  const sent = mockCall('POST /bookmarks', { success: true, data: bookmarkOf(51, text, 'boat') });
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText(/^Bookmark not saved./)).not.toBeInTheDocument();
  const idIn = (body: unknown) => (body as { _id: string })._id;
  expect(sent.sent.map(idIn)).toEqual(failed.sent.map(idIn));
});

test('one tab stop leads through the passages, and Enter opens one', async () => {
  mockLists([highlightOf(50, text, 'lamp'), highlightOf(51, text, 'boat', { color: 'blue' })]);
  await show();
  await expect.element(button('Annotations in the text: 2')).toBeInTheDocument();
  await userEvent.keyboard('{Tab}');
  await expect.element(button('Yellow highlight: “lamp” (1 of 2)')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(button('Blue highlight: “boat” (2 of 2)')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Highlight' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a browser without the highlight API shows the text without its highlights', async () => {
  vi.stubGlobal('CSS', { supports: CSS.supports, escape: CSS.escape });
  mockLists([highlightOf(50, text, 'lamp')]);
  await show();
  await expect.element(button('Annotations in the text: 1')).toBeInTheDocument();
});
