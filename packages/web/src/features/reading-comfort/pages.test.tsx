import { useRef } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { currentPosition, readersPlace } from '../chapters/reader/position.ts';
import { Pages } from './pages.tsx';
import '../../styles/reading-comfort.css';

resetBetweenTests();
beforeEach(() => {
  readersPlace.current = null;
});

const words = (paragraph: number) => Array.from({ length: 60 }, (_, n) => `word${paragraph}-${n}`).join(' ');

function Chapter() {
  const box = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  return (
    <div className="reading-screen">
      <div ref={box} className="pages" style={{ width: '300px', height: '200px' }}>
        <div ref={text} className="chapter-text">
          {[0, 1, 2, 3, 4, 5].map((paragraph) => (
            <p key={paragraph} data-paragraph={paragraph}>
              {words(paragraph)}
            </p>
          ))}
        </div>
      </div>
      <Pages box={box} text={text} rightToLeft={false} onPrevious={undefined} onReady={() => undefined} />
    </div>
  );
}

const box = () => document.querySelector<HTMLElement>('.pages') ?? document.body;
const text = () => document.querySelector<HTMLElement>('.chapter-text') ?? document.body;
/** The place at which the page that is seen begins. */
const beginning = () => {
  const { left } = box().getBoundingClientRect();
  for (const paragraph of text().querySelectorAll<HTMLElement>('[data-paragraph]')) {
    const node = paragraph.firstChild as Text;
    for (let offset = 0; offset < node.length; offset += 1) {
      const letter = document.createRange();
      letter.setStart(node, offset);
      letter.setEnd(node, offset + 1);
      const rect = [...letter.getClientRects()].find(({ width }) => width > 0);
      if (rect !== undefined && rect.left >= left - 1)
        return { paragraph: Number(paragraph.dataset.paragraph), offset };
    }
  }
  return null;
};
/** Scrolling has ended and the place is measured. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 400));

test('the place is where the page begins, also in the middle of a paragraph, under a bar, and back on the first page', async () => {
  await renderPage(
    <>
      <Chapter />
      <div style={{ position: 'fixed', inset: 0, zIndex: 99 }} />
    </>,
  );
  for (const key of ['{ArrowRight}', '{ArrowRight}', '{ArrowLeft}', '{ArrowLeft}']) {
    await userEvent.keyboard(key);
    await settled();
    expect(currentPosition(text())).toEqual(beginning());
  }
  expect(currentPosition(text())).toEqual({ paragraph: 0, offset: 0 });
});

test('a window that changes while a page turns shows the page after the place, which then is the place', async () => {
  await renderPage(<Chapter />);
  await userEvent.keyboard('{ArrowRight}');
  await settled();
  await userEvent.keyboard('{ArrowRight}');
  const before = beginning();
  box().style.width = '240px';
  await userEvent.keyboard('{ArrowRight}');
  await settled();
  const now = currentPosition(text());
  expect(now).toEqual(beginning());
  expect(now).not.toEqual(before);
  const place = ({ paragraph, offset }: { paragraph: number; offset: number }) => paragraph * 1e6 + offset;
  expect(place(now ?? { paragraph: 0, offset: 0 })).toBeGreaterThan(
    place(before ?? { paragraph: 9, offset: 0 }),
  );
});
