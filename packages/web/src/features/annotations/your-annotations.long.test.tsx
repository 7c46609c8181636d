import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AnnotatedChapter, bookmarkOf, chapterOf, highlightOf, listOf } from '../../testing/annotations.tsx';
import { idOf, me } from '../../testing/fixtures.ts';
import { mockCall, mockEach, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';

resetBetweenTests();

const text = 'The lamp was lit. The harbour slept.\nA boat came in, and *nobody saw* it.';
const heading = () => page.getByRole('heading', { name: 'Your Annotations' });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const outlined = (): number => document.querySelectorAll('.passage-outline').length;

async function show(address = '/', version = 1) {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  const view = await renderPage(<AnnotatedChapter chapter={chapterOf(text, version)} />, '*', address);
  await expect.element(page.getByText(/The harbour slept/).first()).toBeInTheDocument();
  return view;
}

test('a chapter without annotations has no list', async () => {
  mockCall('GET /highlights', listOf([]));
  const { sent } = mockCall('GET /bookmarks', listOf([]));
  await show();
  await expect.poll(() => sent.length).toBe(1);
  expect(heading().elements()).toEqual([]);
});

test('they are listed in the order of the text, changed ones last, with colors, titles and tags', async () => {
  mockCall(
    'GET /highlights',
    listOf([
      highlightOf(50, text, 'nobody saw', { selectedText: 'nobody saw', note: 'Who did?' }),
      highlightOf(51, text, 'lamp', { color: 'ultraviolet' }),
      highlightOf(52, text, 'boat', { color: 'blue', isTextChanged: true, selectedText: 'ship' }),
    ]),
  );
  mockCall(
    'GET /bookmarks',
    listOf([bookmarkOf(53, text, 'harbour', { title: '', tags: ['sea', 'night'] })]),
  );
  await show();
  await expect.element(heading()).toBeVisible();
  const quotes = [...document.querySelectorAll('section .font-serif[dir]')].map((quote) => quote.textContent);
  expect(quotes).toEqual(['lamp', 'harbour', 'nobody saw', 'ship']);
  await expect.element(page.getByText('Yellow highlight').first()).toBeVisible();
  await expect.element(page.getByText('Untitled Bookmark')).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'Tags' })).toHaveTextContent('seanight');
  await expect.element(page.getByText('The author changed this passage')).toBeVisible();
  await expect.element(page.getByText('Who did?')).toBeVisible();
  expect(CSS.highlights.get('highlight-blue')).toBeUndefined();
});

test('one with only part of its passage left shows the words that were selected, and says so', async () => {
  mockCall(
    'GET /highlights',
    listOf([highlightOf(50, text, 'nobody saw', { originalText: 'nobody saw it' })]),
  );
  mockCall('GET /bookmarks', listOf([]));
  await show();
  await expect.element(page.getByText('nobody saw it', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Part of the passage changed')).toBeVisible();
});

test('a click moves to the passage, outlines it for two seconds, and says so', async () => {
  mockCall('GET /highlights', listOf([highlightOf(50, text, 'boat')]));
  mockCall('GET /bookmarks', listOf([]));
  await show();
  // A busy machine looks too late to see it, so the page records when it came and went.
  const times: number[] = [];
  const observer = new MutationObserver(() => {
    if (outlined() !== times.length % 2) times.push(performance.now());
  });
  observer.observe(document.body, { childList: true });
  await button(/^boat$/).click();
  await expect.poll(() => times.length).toBe(2);
  observer.disconnect();
  const [shown = 0, gone = 0] = times;
  expect(gone - shown).toBeGreaterThan(1900);
  expect(document.activeElement?.getAttribute('data-paragraph')).toBe('2');
  await expect.element(page.getByText('Moved to Yellow highlight: “boat”')).toBeInTheDocument();
});

test('the outline is as wide as the words, also of whole paragraphs between others', async () => {
  const paragraphs = 'One.\nTwo.\nThree.';
  mockCall('GET /highlights', listOf([highlightOf(50, paragraphs, paragraphs)]));
  mockCall('GET /bookmarks', listOf([]));
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  await renderPage(<AnnotatedChapter chapter={chapterOf(paragraphs)} />, '*', '/');
  let widths: number[] = [];
  const observer = new MutationObserver(() => {
    const boxes = [...document.querySelectorAll<HTMLElement>('.passage-outline')];
    if (boxes.length > 0) widths = boxes.map(({ style }) => Number.parseFloat(style.width));
  });
  observer.observe(document.body, { childList: true });
  await button(/^One/).click();
  await expect.poll(() => widths.length).toBe(3);
  observer.disconnect();
  const width = document.querySelector('[data-paragraph]')?.getBoundingClientRect().width ?? 0;
  expect(Math.max(...widths)).toBeLessThan(width / 2);
});

test('an address leads to an annotation', async () => {
  mockCall('GET /highlights', listOf([highlightOf(50, text, 'boat')]));
  mockCall('GET /bookmarks', listOf([]));
  // Those of the test before.
  await expect.poll(outlined).toBe(0);
  // A busy machine looks too late to see the outline.
  let most = 0;
  const observer = new MutationObserver(() => {
    most = Math.max(most, outlined());
  });
  observer.observe(document.body, { childList: true });
  await show(`/?annotation=${idOf(50)}`);
  await expect.poll(() => most).toBe(1);
  observer.disconnect();
  expect(document.activeElement?.getAttribute('data-paragraph')).toBe('2');
});

test('deleting can be undone; a failure brings it back', async () => {
  const mine = highlightOf(50, text, 'boat');
  mockCall('GET /highlights', listOf([mine, highlightOf(51, text, 'lamp')]));
  mockCall('GET /bookmarks', listOf([]));
  await show();
  mockFailure('DELETE /highlights/{id}', 'BUSY', 'Please try again.');
  await button('Delete: Yellow highlight: “boat”').click();
  await expect.element(page.getByText('Please try again.')).toBeVisible();
  await expect.element(button('Delete: Yellow highlight: “boat”')).toBeVisible();
  mockCall('DELETE /highlights/{id}', { success: true, message: '' });
  mockCall('GET /highlights', listOf([highlightOf(51, text, 'lamp')]));
  await button('Delete: Yellow highlight: “boat”').click();
  await expect.element(button(/^boat$/)).not.toBeInTheDocument();
  await expect.element(heading()).toHaveFocus();
  mockCall('POST /highlights/{id}/restore', { success: true, data: mine });
  mockCall('GET /highlights', listOf([mine, highlightOf(51, text, 'lamp')]));
  await button('Undo').click();
  await expect.element(button(/^boat$/)).toBeVisible();
});

test('by keyboard, an undo leads back to the entry; closing the message leads to the heading', async () => {
  const mine = highlightOf(50, text, 'boat');
  const other = highlightOf(51, text, 'lamp');
  const deleteMine = button('Delete: Yellow highlight: “boat”');
  const fetched = (...highlights: object[]) =>
    mockCall('GET /highlights', listOf(highlights as (typeof mine)[]));
  fetched(mine, other);
  mockCall('GET /bookmarks', listOf([]));
  mockCall('DELETE /highlights/{id}', { success: true, message: '' });
  mockCall('POST /highlights/{id}/restore', { success: true, data: mine });
  await show();
  const deleteByKey = async () => {
    await expect.element(deleteMine).toBeVisible();
    (deleteMine.element() as HTMLElement).focus();
    fetched(other);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(/^Highlight deleted\./)).toBeVisible();
    await expect.element(heading()).toHaveFocus();
  };
  for (const undo of ['the keys', 'the button'] as const) {
    await deleteByKey();
    fetched(mine, other);
    if (undo === 'the button') (button('Undo').element() as HTMLElement).focus();
    await userEvent.keyboard(undo === 'the button' ? '{Enter}' : '{Control>}z{/Control}');
    await expect.element(deleteMine).toHaveFocus();
    await expect.element(page.getByText(/^Highlight deleted\./)).not.toBeInTheDocument();
  }
  await deleteByKey();
  (button('Close message').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/^Highlight deleted\./)).not.toBeInTheDocument();
  await expect.element(heading()).toHaveFocus();
});

test('after the last one was deleted by keyboard, an undo leads back to it', async () => {
  const mine = highlightOf(50, text, 'boat');
  mockCall('GET /highlights', listOf([mine]));
  mockCall('GET /bookmarks', listOf([]));
  await show();
  mockCall('DELETE /highlights/{id}', { success: true, message: '' });
  mockCall('POST /highlights/{id}/restore', { success: true, data: mine });
  await expect.element(heading()).toBeVisible();
  mockCall('GET /highlights', listOf([]));
  await button('Delete: Yellow highlight: “boat”').click();
  await expect.element(heading()).not.toBeInTheDocument();
  await expect.element(page.getByText(/^Highlight deleted\./)).toBeVisible();
  mockCall('GET /highlights', listOf([mine]));
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(button('Delete: Yellow highlight: “boat”')).toHaveFocus();
});

test('when the last one is deleted, the end of the text gets the focus', async () => {
  mockCall('GET /highlights', listOf([highlightOf(50, text, 'boat')]));
  mockCall('GET /bookmarks', listOf([]));
  await show();
  mockCall('DELETE /highlights/{id}', { success: true, message: '' });
  await expect.element(heading()).toBeVisible();
  mockCall('GET /highlights', listOf([]));
  await button('Delete: Yellow highlight: “boat”').click();
  await expect.element(heading()).not.toBeInTheDocument();
  expect(document.activeElement).toBe(document.querySelector('.chapter-text')?.lastElementChild);
});

test('a bookmark’s title, tags and note are edited', async () => {
  const mine = bookmarkOf(50, text, 'boat', { tags: ['sea'] });
  mockCall('GET /highlights', listOf([]));
  mockCall('GET /bookmarks', listOf([mine]));
  await show();
  await button(/^Edit: Bookmark: “boat”/).click();
  const dialog = page.getByRole('dialog', { name: 'Bookmark' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('The boat');
  await dialog.getByRole('textbox', { name: 'Tags' }).fill('sea, , night');
  const changed = { title: 'The boat', tags: ['sea', 'night'] };
  const sent = mockCall('PUT /bookmarks/{id}', { success: true, data: { ...mine, ...changed } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('The boat')).toBeVisible();
  expect(sent.sent).toEqual([changed]);
});

test('annotations of an older version are fetched again until they have been carried over', async () => {
  const behind = highlightOf(50, text, 'boat', { startOffset: 3, endOffset: 7 });
  let fetched = 0;
  mockEach('GET /highlights', () => {
    fetched += 1;
    return listOf([fetched < 2 ? behind : highlightOf(50, text, 'boat', { version: 2 })]);
  });
  mockCall('GET /bookmarks', listOf([]));
  await show('/', 2);
  // Shown on its own words in the meantime.
  await expect.poll(() => CSS.highlights.get('highlight-yellow')?.size).toBe(1);
  await expect.poll(() => fetched).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(fetched).toBe(2);
});

test('lists that cannot be fetched say so', async () => {
  mockFailure('GET /highlights', 'NOT_FOUND', 'This chapter is gone.');
  mockCall('GET /bookmarks', listOf([]));
  await show();
  await expect.element(page.getByText('This chapter is gone.')).toBeVisible();
  mockCall('GET /highlights', listOf([highlightOf(50, text, 'boat')]));
  await button('Try again').click();
  await expect.element(button(/^boat$/)).toBeVisible();
});
