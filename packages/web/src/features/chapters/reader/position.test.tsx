import { afterEach, expect, test } from 'vitest';
import { currentPosition, scrollToPosition } from './position.ts';

afterEach(() => {
  document.body.replaceChildren();
  window.scrollTo(0, 0);
});

/** Forty paragraphs of three lines of 30 pixels each, 18 pixels apart, such as an even text. */
function showText(direction: 'ltr' | 'rtl'): HTMLElement {
  const text = document.createElement('div');
  text.dir = direction;
  text.style.cssText = 'width: 11ch; font: 16px/30px monospace';
  const word = direction === 'rtl' ? 'سراج' : 'lamp';
  for (let number = 0; number < 40; number += 1) {
    const paragraph = document.createElement('p');
    paragraph.dataset.paragraph = String(number);
    paragraph.style.margin = '0 0 18px';
    paragraph.textContent = `${word} ${word} `.repeat(3).trim();
    text.append(paragraph);
  }
  document.body.append(text);
  expect(text.children[0]?.clientHeight).toBe(90);
  return text;
}

test.each(['ltr', 'rtl'] as const)(
  'the place is within a line of where the reader was, wherever the text was scrolled to: %s',
  (direction) => {
    const text = showText(direction);
    const top = () => text.getBoundingClientRect().top;
    for (let by = 500; by < 620; by += 1) {
      window.scrollTo(0, by);
      const [place, before] = [currentPosition(text), top()];
      window.scrollTo(0, 0);
      scrollToPosition(text, place, 0);
      expect(Math.abs(top() - before), `scrolled by ${by}`).toBeLessThan(30);
    }
  },
);
