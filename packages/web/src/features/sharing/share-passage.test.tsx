import type { Chapter } from '@inkling/contract/chapters';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getQueryClient } from '../../lib/query.ts';
import { idOf } from '../../testing/fixtures.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { chapterQuery } from '../chapters/chapters.api.ts';

import { linkedPassage, passageLink, sharePassage } from './share-passage.ts';

resetBetweenTests();
afterEach(() => vi.restoreAllMocks());

const content = 'First.\n\nThe lamp was lit, and nobody asked.\nThe end.';
const chapter = { _id: idOf(8), story: idOf(2), version: 3, content, paragraphIds: [5, null, 9, 12] };
const selection = {
  storyId: idOf(2),
  chapterId: idOf(8),
  version: 3,
  startOffset: 12,
  endOffset: 24,
  text: 'lamp was lit',
  title: 'The Lamp',
};
const show = async () => {
  const { queryKey } = chapterQuery(chapter._id);
  getQueryClient().setQueryData(queryKey, { success: true, data: chapter as unknown as Chapter });
  await renderPage(
    <main id="main" tabIndex={-1}>
      <button type="button" onClick={() => void sharePassage(selection)}>
        Share
      </button>
    </main>,
  );
};
const press = () => page.getByRole('button', { name: 'Share' }).click();
const link = `/story/${idOf(2)}/chapter/${idOf(8)}?v=3&p=9&from=4&to=16#:~:text=lamp%20was%20lit`;

const replace = (name: 'share' | 'clipboard', value: unknown) => {
  const before = Object.getOwnPropertyDescriptor(navigator, name);
  Object.defineProperty(navigator, name, { configurable: true, value });
  return () => {
    if (before === undefined) Reflect.deleteProperty(navigator, name);
    else Object.defineProperty(navigator, name, before);
  };
};
const refuses = (name: string) => () => Promise.reject(new DOMException('No', name));

test('a link names version, paragraph and offsets, and has a text fragment', async () => {
  await show();
  expect(passageLink(selection)).toBe(location.origin + link);
  // The page has another text by now.
  expect(passageLink({ ...selection, version: 2 })).toBe(`${location.origin}${link.split('?')[0]}`);
  const long = Array.from({ length: 40 }, (_, at) => `w-${at},`).join(' ');
  expect(passageLink({ ...selection, text: long })).toMatch(
    /#:~:text=w%2D0%2C%20w%2D1%2C(%20w%2D\d%2C){4},w%2D34%2C(%20w%2D\d\d%2C){5}$/,
  );
});

test('offsets count from the paragraph in which the passage begins', () => {
  expect(linkedPassage(chapter, 0, 6)).toEqual({ version: 3, paragraph: 5, from: 0, to: 6 });
  // Across the blank line, and from it.
  expect(linkedPassage(chapter, 2, 12)).toEqual({ version: 3, paragraph: 5, from: 2, to: 12 });
  expect(linkedPassage(chapter, 7, 12)).toEqual({ version: 3, paragraph: 9, from: 0, to: 4 });
  expect(linkedPassage(chapter, 6, 6)).toBeNull();
  expect(linkedPassage(chapter, 100, 120)).toBeNull();
});

test('the device’s share sheet gets the quotation and the link; closing it is the reader’s choice', async () => {
  const shared = vi.fn(() => Promise.resolve());
  const undo = replace('share', shared);
  await show();
  await press();
  expect(shared).toHaveBeenCalledWith({
    title: 'The Lamp',
    text: '“lamp was lit”',
    url: location.origin + link,
  });
  undo();
  const undoAbort = replace('share', refuses('AbortError'));
  const undoClipboard = replace('clipboard', { writeText: () => expect.unreachable() });
  await press();
  expect(page.getByRole('status').elements()).toEqual([]);
  undoAbort();
  undoClipboard();
});

test('without a share sheet both are copied', async () => {
  const undoShare = replace('share', refuses('NotAllowedError'));
  const writeText = vi.fn(() => Promise.resolve());
  const undo = replace('clipboard', { writeText });
  await show();
  await press();
  await expect.element(page.getByText('Copied the passage and its link.')).toBeVisible();
  expect(writeText).toHaveBeenCalledWith(`“lamp was lit”\n${location.origin}${link}`);
  undo();
  undoShare();
});

test('where neither works, a dialog has the link selected', async () => {
  const undoShare = replace('share', refuses('NotAllowedError'));
  const undo = replace('clipboard', { writeText: refuses('NotAllowedError') });
  await show();
  await press();
  const field = page.getByRole('textbox', { name: 'Link to the passage' });
  await expect.element(field).toHaveValue(location.origin + link);
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Share' })).toHaveFocus();
  undo();
  undoShare();
});
