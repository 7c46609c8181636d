import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { renderPage, resetBetweenTests } from '../../../testing/render-page.tsx';
import { leavePlace, settlePlace } from './jumps.ts';
import { pageTap, pageTurn, useReaderControls } from './use-reader-controls.ts';

resetBetweenTests();
afterEach(() => {
  window.scrollTo(0, 0);
  settlePlace();
});

function Controls({ pinned = false, focus = false, paged = false }) {
  const shown = useReaderControls(pinned, focus, paged);
  return (
    <div style={{ height: '5000px' }}>
      <p style={{ position: 'fixed' }}>{shown ? 'shown' : 'hidden'}</p>
    </div>
  );
}

const shown = () => page.getByText('shown');
const hidden = () => page.getByText('hidden');
const pointer = (type: string, options: PointerEventInit) =>
  document.body.dispatchEvent(new PointerEvent(type, { bubbles: true, clientY: 300, ...options }));
const hide = async () => {
  window.scrollBy(0, 300);
  await expect.element(hidden()).toBeInTheDocument();
};

test('the controls hide on a scroll down and return on a scroll up, a key, a tap or the pointer at the top [U19]', async () => {
  await renderPage(<Controls />);
  await expect.element(shown()).toBeInTheDocument();
  const returns: Record<string, () => unknown> = {
    'a scroll up': () => window.scrollBy(0, -60),
    'a key': () => userEvent.keyboard('a'),
    'a tap': () => pointer('pointerup', { pointerType: 'touch' }),
    'the pointer at the top': () => pointer('pointermove', { clientY: 5 }),
  };
  for (const [by, bring] of Object.entries(returns)) {
    await hide();
    await bring();
    await expect.element(shown(), { message: by }).toBeInTheDocument();
  }
  await hide();
  pointer('pointerup', { pointerType: 'mouse' });
  pointer('pointermove', {});
  await new Promise(requestAnimationFrame);
  expect(shown().elements()).toEqual([]);
});

test('in focus mode they are hidden from the start, and keys other than Esc and Tab do not show them [U19]', async () => {
  await renderPage(<Controls focus />);
  await expect.element(hidden()).toBeInTheDocument();
  await userEvent.keyboard('a{ArrowRight}');
  expect(shown().elements()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(shown()).toBeInTheDocument();
  await hide();
  pointer('pointerup', { pointerType: 'touch' });
  await expect.element(shown()).toBeInTheDocument();
});

test('a page that is turned hides them, and the key or tap that turned it does not show them', async () => {
  for (const focus of [false, true]) {
    const rendered = await renderPage(<Controls focus={focus} />);
    pointer('pointerup', { pointerType: 'touch' });
    await expect.element(shown()).toBeInTheDocument();
    const event = { bubbles: true, cancelable: true };
    const turns = [
      new KeyboardEvent('keydown', { key: 'Tab', ...event }),
      new PointerEvent('pointerup', { pointerType: 'touch', ...event }),
    ];
    for (const turn of turns) {
      turn.preventDefault();
      window.dispatchEvent(new Event(pageTurn));
      document.body.dispatchEvent(turn);
      await expect.element(hidden()).toBeInTheDocument();
    }
    await rendered.unmount();
  }
});

test('they stay while they are pinned, as by the open settings', async () => {
  await renderPage(<Controls pinned />);
  window.scrollBy(0, 300);
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  expect(hidden().elements()).toEqual([]);
});

test('over pages they are hidden from the start, and a tap, a turn, the beginning and closed settings hide them [U18]', async () => {
  const { rerender } = await render(<Controls paged />);
  await expect.element(hidden()).toBeInTheDocument();
  await userEvent.keyboard('a');
  pointer('pointermove', { pointerType: 'mouse' });
  expect(shown().elements()).toEqual([]);
  const tap = () => window.dispatchEvent(new Event(pageTap));
  const bring = async () => {
    tap();
    await expect.element(shown()).toBeInTheDocument();
  };
  await bring();
  tap();
  await expect.element(hidden()).toBeInTheDocument();
  pointer('pointermove', { pointerType: 'mouse', clientY: window.innerHeight - 5 });
  await expect.element(shown()).toBeInTheDocument();
  window.dispatchEvent(new Event(pageTurn));
  await expect.element(hidden()).toBeInTheDocument();

  // Below the pages, the window scrolls.
  window.scrollTo(0, 600);
  await new Promise(requestAnimationFrame);
  window.scrollTo(0, 400);
  await expect.element(shown()).toBeInTheDocument();
  window.scrollTo(0, 0);
  await expect.element(hidden()).toBeInTheDocument();

  for (const press of ['pointer', 'keydown'] as const) {
    await rerender(<Controls paged pinned />);
    await expect.element(shown()).toBeInTheDocument();
    const event = { bubbles: true, key: 'Escape', pointerType: 'touch' };
    const end =
      press === 'pointer' ? new PointerEvent('pointerup', event) : new KeyboardEvent('keyup', event);
    document.body.dispatchEvent(
      press === 'pointer' ? new PointerEvent('pointerdown', event) : new KeyboardEvent('keydown', event),
    );
    await rerender(<Controls paged />);
    await expect.element(hidden()).toBeInTheDocument();
    document.body.dispatchEvent(end);
    await new Promise(requestAnimationFrame);
    expect(shown().elements(), press).toEqual([]);
  }
});

test('a jump shows them with the way back, and its own scrolling does not hide them', async () => {
  await renderPage(<Controls focus />);
  await expect.element(hidden()).toBeInTheDocument();
  leavePlace({ chapter: 'c1', name: 'Chapter 1', position: null, share: 40 }, null);
  await expect.element(shown()).toBeInTheDocument();
  window.scrollBy(0, 900);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(hidden().elements()).toEqual([]);
  document.body.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
  await hide();
});
