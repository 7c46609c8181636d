import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { currentPosition, readersPlace } from '../chapters/reader/position.ts';
import { Pages } from './pages.tsx';
import '../../styles/reading-comfort.css';

resetBetweenTests();
beforeEach(() => {
  readersPlace.current = null;
});
afterEach(() => vi.restoreAllMocks());

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

const pageShown = () => document.querySelector('.page-bar span')?.textContent;

test('a turn that begins slowly is not taken back when the one before has settled', async () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList);
  await renderPage(<Chapter />);
  const element = box();
  const move = element.scrollTo.bind(element);
  let slow: ReturnType<typeof setTimeout> | undefined;
  // As on a slow device: the movement begins late, and another one ends it.
  element.scrollTo = ((to: ScrollToOptions) => {
    clearTimeout(slow);
    if (to.behavior === 'instant') return move(to);
    slow = setTimeout(() => move({ ...to, behavior: 'instant' }), 250);
  }) as typeof element.scrollTo;
  for (let n = 0; n < 3; n += 1) {
    await userEvent.keyboard('{ArrowRight}');
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  await settled();
  expect(pageShown()).toMatch(/^Page 4/);
});

test('one flick of a touchpad turns one page, and each of two notches of a wheel another', async () => {
  await renderPage(<Chapter />);
  let at = 10_000;
  const wheel = (deltaX: number, afterMs: number) => {
    const event = new WheelEvent('wheel', { deltaX, bubbles: true, cancelable: true });
    at += afterMs;
    Object.defineProperty(event, 'timeStamp', { value: at });
    text().dispatchEvent(event);
  };
  for (let delta = 90; delta > 1; delta *= 0.97) wheel(delta, 16);
  await settled();
  expect(pageShown()).toMatch(/^Page 2/);
  for (let n = 0; n < 2; n += 1) wheel(120, 400);
  await settled();
  expect(pageShown()).toMatch(/^Page 4/);
});
