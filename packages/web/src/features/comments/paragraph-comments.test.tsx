import { type RefObject, useRef } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { asMember, mockComments } from '../../testing/comment-pages.ts';
import { commentOf } from '../../testing/comments.ts';
import { idOf, story } from '../../testing/fixtures.ts';
import { mockCall, mockEach } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { ParagraphComments } from './paragraph-comments.tsx';

resetBetweenTests();

const lines = ['The *lamp* was lit.', 'Nobody saw it.', 'But one.'];
const chapter = {
  _id: idOf(7),
  story: story._id,
  content: lines.join('\n'),
  paragraphIds: [4, 9, 2],
  version: 3,
};

function Chapter({ pageHeight, vertical = false }: { pageHeight?: number; vertical?: boolean }) {
  const text = useRef<HTMLDivElement>(null);
  const chapter = <Text text={text} />;
  if (pageHeight === undefined) return chapter;
  const style = {
    height: pageHeight,
    columnCount: 1,
    columnGap: 48,
    columnFill: 'auto',
    width: 300,
  } as const;
  return (
    <div
      data-paged=""
      data-vertical={vertical || undefined}
      style={{
        ...style,
        position: 'relative',
        overflow: 'hidden',
        writingMode: vertical ? 'vertical-rl' : 'horizontal-tb',
      }}
    >
      {chapter}
    </div>
  );
}

function Text({ text }: { text: RefObject<HTMLDivElement | null> }) {
  return (
    <div style={{ position: 'relative', inlineSize: 'min(300px, 100%)' }}>
      <div ref={text} className="chapter-text">
        {lines.map((line, index) => (
          <p key={line} data-paragraph={chapter.paragraphIds[index]}>
            {line}
          </p>
        ))}
      </div>
      <ParagraphComments chapter={chapter} author={story.author} text={text} />
    </div>
  );
}

test('paragraphs with comments have a number outside the text, which opens them', async () => {
  asMember();
  const asked: (string | null)[] = [];
  mockEach('GET /chapters/{id}/paragraph-comments', (query) => {
    asked.push(query.get('paragraphs'));
    return { success: true, data: [{ paragraph: 4, comments: 2 }] };
  });
  await renderPage(<Chapter />);
  const count = page.getByRole('button', { name: '2 comments on the paragraph “The lamp was lit.”' });
  await expect.element(count).toBeVisible();
  expect(asked).toEqual(['4,9,2']);
  expect(document.querySelector('.chapter-text')?.textContent).toBe(lines.join(''));
  expect(page.getByRole('button').elements()).toHaveLength(1);

  const passage = { paragraph: 4, quote: 'The lamp was lit.' };
  const first = commentOf(1, { chapter: chapter._id, passage });
  mockComments({ data: [first] });
  await count.click();
  const panel = page.getByRole('dialog', { name: 'Comments on this passage' });
  await expect.element(panel.getByText('Comment 1')).toBeVisible();
  const posted = { ...first, _id: idOf(609), content: 'Lit.' };
  const { sent } = mockCall('POST /comments', { success: true, data: posted });
  mockCall('GET /chapters/{id}/paragraph-comments', { success: true, data: [{ paragraph: 4, comments: 3 }] });
  await panel.getByRole('textbox').fill('Lit.');
  await panel.getByRole('button', { name: 'Post comment' }).click();
  await expect.element(panel.getByText('Lit.', { exact: true })).toBeVisible();
  expect(sent).toEqual([
    {
      _id: expect.any(String),
      content: 'Lit.',
      chapter: chapter._id,
      passage: { version: 3, startOffset: 0, endOffset: 19 },
    },
  ]);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: /^3 comments/ })).toHaveFocus();
});

test('on phones a number is pressed between paragraphs, or by a tap on the text near it, which stays selectable', async () => {
  const { innerWidth: width, innerHeight: height } = window;
  await page.viewport(320, 640);
  asMember();
  mockCall('GET /chapters/{id}/paragraph-comments', {
    success: true,
    data: [{ paragraph: 9, comments: 120 }],
  });
  await renderPage(<Chapter />);
  const count = page.getByRole('button', { name: /^120 comments on the paragraph/ });
  await expect.element(count).toHaveTextContent('99+');
  const box = document.querySelector('.chapter-text')?.getBoundingClientRect() ?? new DOMRect();
  const { left, top } = (count.element() as HTMLElement).style;
  const [x, y] = [box.left + Number.parseFloat(left) + 4, box.top + Number.parseFloat(top) - 6];
  const below = document.elementFromPoint(x, y);
  expect(below?.closest('[data-paragraph]')?.textContent).toBe('Nobody saw it.');
  mockComments({ data: [] });
  const tap = () => below?.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: x, clientY: y }));
  const panel = page.getByRole('dialog', { name: 'Comments on this passage' });
  getSelection()?.selectAllChildren(document.querySelector('.chapter-text') ?? document.body);
  tap();
  expect(panel.elements()).toEqual([]);
  getSelection()?.removeAllRanges();
  tap();
  await expect.element(panel).toBeVisible();
  await page.viewport(width, height);
});

test('in pages, a number is at the end of its paragraph, on the page of its last line', async () => {
  asMember();
  const data = [4, 9, 2].map((paragraph) => ({ paragraph, comments: paragraph }));
  mockCall('GET /chapters/{id}/paragraph-comments', { success: true, data });
  await renderPage(<Chapter pageHeight={70} />);
  const numbers = () => page.getByRole('button', { name: /comments on the paragraph/ }).elements();
  await expect.poll(() => numbers().length).toBe(3);
  const box = document.querySelector('.chapter-text')?.getClientRects()[0] ?? new DOMRect();
  const places = numbers().map((number) => {
    const { left, top } = (number as HTMLElement).style;
    return { right: Number.parseFloat(left) + 44, middle: Number.parseFloat(top) + 12 };
  });
  const ends = [...document.querySelectorAll('[data-paragraph]')].map((element) => {
    const { right, bottom } = [...element.getClientRects()].at(-1) ?? new DOMRect();
    return { right: right - box.left, bottom: bottom - box.top };
  });
  for (const [index, { right, bottom }] of ends.entries()) {
    expect(places[index]?.right).toBeCloseTo(right, 0);
    expect(places[index]?.middle).toBeGreaterThan(bottom - 23);
    expect(places[index]?.middle).toBeLessThan(bottom + 23);
  }
  // They are on more than one page.
  expect(new Set(places.map(({ right }) => Math.round(right))).size).toBeGreaterThan(1);
});

test('in pages with vertical lines, a number is to the left of its paragraph, at the end of its lines', async () => {
  asMember();
  const data = [4, 9, 2].map((paragraph) => ({ paragraph, comments: paragraph }));
  mockCall('GET /chapters/{id}/paragraph-comments', { success: true, data });
  await renderPage(<Chapter pageHeight={70} vertical />);
  const numbers = () => page.getByRole('button', { name: /comments on the paragraph/ }).elements();
  await expect.poll(() => numbers().length).toBe(3);
  const box = document.querySelector('.chapter-text')?.getClientRects()[0] ?? new DOMRect();
  for (const [index, element] of [...document.querySelectorAll('[data-paragraph]')].entries()) {
    const end = [...element.getClientRects()].at(-1) ?? new DOMRect();
    const { right, top } = (numbers()[index] as HTMLElement).style;
    expect(box.top + Number.parseFloat(top) + 44).toBeCloseTo(end.bottom, 0);
    const middle = box.right - Number.parseFloat(right) - 12;
    expect(middle).toBeLessThan(end.left);
    expect(middle).toBeGreaterThan(end.left - 16);
  }
});
