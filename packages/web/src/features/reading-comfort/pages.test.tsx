import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { currentPosition, readersPlace, scrollToPosition, turnToRange } from '../chapters/reader/position.ts';
import { beforePageTap } from '../chapters/reader/use-reader-controls.ts';
import { Pages } from './pages.tsx';
import '../../styles/reading-comfort.css';

resetBetweenTests();
beforeEach(() => {
  readersPlace.current = null;
  vi.clearAllMocks();
  window.scrollTo(0, 0);
});
afterEach(() => vi.restoreAllMocks());

const words = (paragraph: number) => Array.from({ length: 60 }, (_, n) => `word${paragraph}-${n}`).join(' ');

const [previousChapter, nextChapter] = [vi.fn(), vi.fn()];

function Chapter({ rightToLeft = false, vertical = false }) {
  const box = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  return (
    <div className="reading-screen">
      <main>
        <div
          ref={box}
          className="pages"
          data-rtl={rightToLeft || undefined}
          data-vertical={vertical || undefined}
          style={{ width: '300px', height: '200px' }}
        >
          <div ref={text} className="chapter-text">
            {[0, 1, 2, 3, 4, 5].map((paragraph) => (
              <p key={paragraph} data-paragraph={paragraph}>
                {words(paragraph)}
              </p>
            ))}
          </div>
        </div>
        <footer>
          <div className="end-page">
            <nav>The end</nav>
          </div>
        </footer>
        <div style={{ height: '2000px' }}>Comments</div>
      </main>
      <Pages
        box={box}
        text={text}
        turnsLeft={rightToLeft || vertical}
        onPrevious={previousChapter}
        onNext={nextChapter}
        onReady={() => undefined}
      />
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

test('a window that changes with the turn to the first or last page does not take it back', async () => {
  await renderPage(<Chapter />);
  const pressNow = (key: string) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  pressNow('End');
  box().style.width = '240px';
  await settled();
  expect(pageShown()).toMatch(/(\d+) \/ \1/);
  pressNow('Home');
  box().style.width = '300px';
  await settled();
  expect(pageShown()).toMatch(/^Page 1 /);
});

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
  await userEvent.keyboard('{Home}');
  // A slow device sums up what came while it was busy.
  await gestureEnded();
  at += 1000;
  const sizes = Array.from({ length: 90 }, (_, n) => 90 * 0.95 ** n);
  for (let n = 0; n < 90; n += n % 20 === 4 ? 16 : 1) {
    const summed = sizes.slice(n, n + (n % 20 === 4 ? 16 : 1));
    wheel(
      summed.reduce((sum, one) => sum + one, 0),
      16 * summed.length,
    );
  }
  await settled();
  expect(pageShown()).toMatch(/^Page 2/);
  await gestureEnded();
  for (let n = 0; n < 2; n += 1) wheel(120, 400);
  await settled();
  expect(pageShown()).toMatch(/^Page 4/);
});

const gestureEnded = () => new Promise((resolve) => setTimeout(resolve, 300));

const dispatch = (type: string, options: PointerEventInit, target: Element) =>
  target.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      isPrimary: true,
      pointerType: 'touch',
      ...options,
    }),
  );
const press = (target: Element, from: number, to: number) => {
  const y = target.getBoundingClientRect().top + 5;
  dispatch('pointerdown', { clientX: from, clientY: y }, target);
  dispatch('pointerup', { clientX: to, clientY: y }, target);
};
const key = (name: string) => () => userEvent.keyboard(`{${name}}`);
const sideways = (deltaX: number) => () => {
  (window.scrollY < 8 ? text() : footer()).dispatchEvent(
    new WheelEvent('wheel', { deltaX, bubbles: true, cancelable: true }),
  );
  return settled();
};
const footer = () => document.querySelector('footer') ?? document.body;
const seen = () => (window.scrollY < 8 ? text() : footer());
const tap = (share: number) => () => press(seen(), innerWidth * share, innerWidth * share);
const swipe = (by: number) => () => press(seen(), 200, 200 + by);
const isAtEnd = () => window.scrollY >= 8;

for (const rightToLeft of [false, true]) {
  const forward = rightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const back = rightToLeft ? 'ArrowRight' : 'ArrowLeft';
  const sign = rightToLeft ? -1 : 1;
  test(`the end of a chapter is a page that turns back to the last one and on to the next chapter${rightToLeft ? ', from right to left' : ''} [U18]`, async () => {
    await renderPage(<Chapter rightToLeft={rightToLeft} />);
    const ways = [
      [key(forward), key(back)],
      [key('PageDown'), key('PageUp')],
      [key(' '), () => userEvent.keyboard('{Shift>} {/Shift}')],
      [tap(0.5 + sign * 0.4), tap(0.5 - sign * 0.4)],
      [swipe(sign * -100), swipe(sign * 100)],
      [sideways(sign * 100), sideways(sign * -100)],
    ] as const;
    for (const [next, previous] of ways) {
      await userEvent.keyboard('{End}');
      await settled();
      const last = pageShown();
      await next();
      expect(isAtEnd()).toBe(true);
      expect(nextChapter).not.toHaveBeenCalled();
      await previous();
      expect([isAtEnd(), pageShown()]).toEqual([false, last]);
      await next();
      await next();
      expect(nextChapter).toHaveBeenCalledOnce();
      nextChapter.mockClear();
      window.scrollTo(0, 0);
      await userEvent.keyboard('{Home}');
      await settled();
      await previous();
      expect(previousChapter).toHaveBeenCalledOnce();
      previousChapter.mockClear();
    }
  });
}

for (const [rightToLeft, width] of [
  [false, 320],
  [true, 320],
  [false, 844],
] as const)
  test(`the number of the page is in the window, below the text of the page and away from the end${rightToLeft ? ', from right to left' : ''}, ${width} px`, async () => {
    const { innerWidth, innerHeight } = window;
    await page.viewport(width, 390);
    await renderPage(<Chapter rightToLeft={rightToLeft} />);
    // As high as the window, with its padding, as in the app.
    Object.assign(box().style, { height: '', boxSizing: 'border-box' });
    await settled();
    await userEvent.keyboard(`{${rightToLeft ? 'ArrowLeft' : 'ArrowRight'}}`);
    await settled();
    const foot = document.querySelector<HTMLElement>('.page-foot') ?? document.body;
    expect(foot.textContent).toMatch(/^2 \/ \d+$/);
    const number = document.createRange();
    number.selectNodeContents(foot);
    const { left, right, top, bottom } = number.getBoundingClientRect();
    expect([left >= 0, right <= width, bottom <= 390]).toEqual([true, true, true]);
    const lines = document.createRange();
    lines.selectNodeContents(text());
    const bottoms = [...lines.getClientRects()].map((line) => line.bottom);
    expect(bottoms.length).toBeGreaterThan(3);
    expect(top).toBeGreaterThanOrEqual(Math.max(...bottoms));
    await userEvent.keyboard('{End}');
    await settled();
    await userEvent.keyboard(`{${rightToLeft ? 'ArrowLeft' : 'ArrowRight'}}`);
    expect(isAtEnd()).toBe(true);
    expect(number.getBoundingClientRect().bottom).toBeLessThan(0);
    await page.viewport(innerWidth, innerHeight);
  });

const CountUnder = ({ shown }: { shown: boolean }) => (
  <div className="reading-screen">
    <div className="reader-top" data-shown={shown} />
    <nav className="page-bar" />
    <section aria-label="Comments on paragraphs">
      <button type="button">3 comments</button>
    </section>
  </div>
);

test('a thumb turns the page also where comments are counted, while the bars are hidden; a mouse opens them', async () => {
  const hit = () => {
    const count = document.querySelector('section button') ?? document.body;
    const { left, top } = count.getBoundingClientRect();
    return document.elementFromPoint(left + 5, top + 5) === count;
  };
  const view = await renderPage(<CountUnder shown={false} />);
  expect(hit()).toBe(true);
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: true });
  expect(hit()).toBe(false);
  await view.unmount();
  await renderPage(<CountUnder shown />);
  expect(hit()).toBe(true);
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: false });
});

test('a tap near the edge on the label of a field, such as that of a folded note, turns no page', async () => {
  await renderPage(<Chapter />);
  const label = document.createElement('label');
  text().prepend(label);
  press(label, innerWidth * 0.9, innerWidth * 0.9);
  await settled();
  expect(pageShown()).toMatch(/^Page 1/);
});

test('below the end of a chapter, the space bar scrolls and taps do nothing', async () => {
  await renderPage(<Chapter />);
  window.scrollTo(0, 1200);
  const space = new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true });
  document.body.dispatchEvent(space);
  expect(space.defaultPrevented).toBe(false);
  press(document.querySelector('main > div:last-child') ?? document.body, innerWidth * 0.9, innerWidth * 0.9);
  expect(nextChapter).not.toHaveBeenCalled();
});

test('one flick that turns to the end of a chapter does not scroll beyond it', async () => {
  await renderPage(<Chapter />);
  await userEvent.keyboard('{End}');
  await settled();
  let at = 10_000;
  for (let deltaY = 90; deltaY > 1; deltaY *= 0.95) {
    const event = new WheelEvent('wheel', { deltaY, bubbles: true, cancelable: true });
    at += 16;
    Object.defineProperty(event, 'timeStamp', { value: at });
    seen().dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
  }
  expect(isAtEnd()).toBe(true);
  expect(nextChapter).not.toHaveBeenCalled();
});

test('a tap near the edge on something that takes it, such as a highlight, turns no page', async () => {
  await renderPage(<Chapter />);
  window.addEventListener(beforePageTap, (event) => event.preventDefault(), { once: true });
  await tap(0.9)();
  await settled();
  expect(pageShown()).toMatch(/^Page 1/);
  await tap(0.9)();
  await settled();
  expect(pageShown()).toMatch(/^Page 2/);
});

test('a tap right after the turn to the end of a chapter turns on, though a button has come under the finger', async () => {
  await renderPage(<Chapter />);
  const report = vi.fn();
  document.querySelector('footer')?.prepend(
    Object.assign(document.createElement('button'), {
      onclick: report,
      style: 'width: 100%; height: 50vh',
    }),
  );
  await userEvent.keyboard('{End}');
  await settled();
  const tapThere = () => {
    const [x, y] = [innerWidth * 0.9, innerHeight / 4];
    const there = document.elementFromPoint(x, y) ?? document.body;
    press(there, x, x);
    (there as HTMLElement).click();
  };
  tapThere();
  expect(isAtEnd()).toBe(true);
  tapThere();
  expect([nextChapter, report].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  await new Promise((resolve) => setTimeout(resolve, 700));
  tapThere();
  expect([nextChapter, report].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test('a passage that is jumped to stays in view when its pages become smaller at once', async () => {
  await renderPage(<Chapter />);
  const passage = document.createRange();
  passage.selectNodeContents(text().querySelectorAll('p')[3] ?? text());
  passage.setStart(passage.startContainer.firstChild as Text, 200);
  turnToRange(passage);
  box().style.height = '80px';
  await settled();
  const [line, page] = [passage.getClientRects()[0], box().getBoundingClientRect()];
  expect(line?.left).toBeGreaterThanOrEqual(page.left);
  expect(line?.left).toBeLessThan(page.right);
});

test('a jump right after a turn stays, though the turn has not settled', async () => {
  await renderPage(<Chapter />);
  await userEvent.keyboard('{ArrowRight}');
  await settled();
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true, cancelable: true }));
  scrollToPosition(text(), { paragraph: 4, offset: 0 }, 0);
  await settled();
  expect(beginning()?.paragraph).toBeGreaterThan(2);
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true, cancelable: true }));
  scrollToPosition(text(), null, 80);
  await settled();
  expect(beginning()?.paragraph).toBeGreaterThan(2);
});

test('a jump to a share of the text stays when the pages become smaller at once, as for the way back', async () => {
  await renderPage(<Chapter />);
  scrollToPosition(text(), null, 60);
  const place = currentPosition(text());
  box().style.height = '150px';
  await settled();
  expect(place?.paragraph).toBeGreaterThan(1);
  expect(currentPosition(text())?.paragraph).toBe(place?.paragraph);
});

test('vertical lines fill the page, and pages turn to the left from place to place', async () => {
  await renderPage(<Chapter vertical />);
  const page = box().getBoundingClientRect();
  const starts: number[] = [];
  for (const turn of ['Home', 'ArrowLeft', 'ArrowLeft', 'ArrowRight']) {
    await userEvent.keyboard(`{${turn}}`);
    await settled();
    const place = currentPosition(text()) ?? { paragraph: -1, offset: 0 };
    starts.push(place.paragraph * 1000 + place.offset);
    const letter = document.createRange();
    letter.setStart(
      text().querySelector(`[data-paragraph="${place.paragraph}"]`)?.firstChild as Text,
      place.offset,
    );
    letter.setEnd(letter.startContainer, place.offset + 1);
    const { left, right, top, bottom } = letter.getBoundingClientRect();
    // The first line of a page is at its right.
    expect(left).toBeGreaterThan(page.left + page.width / 2);
    expect([right <= page.right, top >= page.top, bottom <= page.bottom]).toEqual([true, true, true]);
  }
  const [first = 0, second = 0, third = 0, again] = starts;
  expect([first, first < second, second < third, again]).toEqual([0, true, true, second]);
  await userEvent.keyboard('{End}{ArrowLeft}');
  expect(isAtEnd()).toBe(true);
});
