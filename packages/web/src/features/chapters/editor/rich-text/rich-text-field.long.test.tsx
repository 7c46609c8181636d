import { createRef } from 'react';
import { expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../testing/render-page.tsx';
import '../../../../styles/editor.css';
import { caretRead } from './open-field.fixture.tsx';
import { type RichText, RichTextField } from './rich-text-field.tsx';

const field = page.getByRole('textbox', { name: 'Text' });
const tool = (name: string | RegExp) => page.getByRole('button', { name });

/** Shows the field with a text and puts the caret at its end. */
async function open(initial = '') {
  const ref = createRef<RichText>();
  let inputs = 0;
  await renderPage(
    <RichTextField
      ref={ref}
      label="Text"
      initial={initial}
      language="en"
      describedBy="words"
      onInput={() => {
        inputs += 1;
      }}
    />,
  );
  await expect.element(field).toBeInTheDocument();
  await field.click();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await caretRead();
  return {
    read: () => ref.current?.read(),
    words: () => ref.current?.words(),
    put: (content: string) => ref.current?.put(content),
    inputs: () => inputs,
  };
}

test('emphasis and scene breaks are shown without marks and stored in the text format', async () => {
  const text = await open('It was *very* late.\n***\n| Roses\n|   are **red**');
  const dom = field.element();
  expect(dom.querySelector('em')?.textContent).toBe('very');
  expect(dom.querySelector('strong')?.textContent).toBe('red');
  expect(dom.querySelectorAll('hr')).toHaveLength(1);
  expect(dom.querySelectorAll('p.verse')).toHaveLength(2);
  expect(dom.textContent).toBe('It was very late.Roses  are red');
  await userEvent.keyboard('!');
  expect(text.read()).toBe('It was *very* late.\n***\n| Roses\n|   are **red!**');
  expect(text.words()).toBe(7);
  expect(text.inputs()).toBe(1);
});

test('Ctrl+I and Ctrl+B switch emphasis on and off while typing', async () => {
  const text = await open();
  await userEvent.keyboard('so {Control>}i{/Control}late');
  await expect.element(tool(/^Italic/)).toHaveAttribute('aria-pressed', 'true');
  await userEvent.keyboard('{Control>}i{/Control} {Control>}b{/Control}now');
  await expect.element(tool(/^Bold/)).toHaveAttribute('aria-pressed', 'true');
  await expect.element(tool(/^Italic/)).toHaveAttribute('aria-pressed', 'false');
  expect(text.read()).toBe('so *late* **now**');
});

test('a toggle emphasizes what is selected and takes the emphasis back', async () => {
  const text = await open('rain and snow');
  await userEvent.keyboard('{Home}{ArrowRight}{Shift>}{ArrowRight}{/Shift}');
  await caretRead();
  await userEvent.keyboard('{Control>}i{/Control}');
  expect(text.read()).toBe('r\u2060*a*\u2060in and snow');
  await tool(/^Italic/).click();
  expect(text.read()).toBe('rain and snow');
});

test('emphasis goes on in the next paragraph, and each line has marks of its own', async () => {
  const text = await open();
  await userEvent.keyboard('{Control>}i{/Control}one{Enter}two');
  expect(text.read()).toBe('*one*\n*two*');
});

test('emphasis on part of a word stays on it once the caret leaves, and is counted as the word', async () => {
  const text = await open('x');
  await userEvent.keyboard('{Enter}{Control>}i{/Control}un{Control>}i{/Control}happy');
  await userEvent.keyboard('{ArrowUp}');
  await caretRead();
  expect(field.element().querySelector('em')?.textContent).toBe('un');
  expect(text.read()).toBe('x\n*un*\u2060happy');
  expect(text.words()).toBe(2);
});

test('what looks like a mark is typed and read as text', async () => {
  const text = await open();
  await userEvent.keyboard('*so* | f*ck');
  expect(field.element().textContent).toBe('*so* | f*ck');
  expect(text.read()).toBe('\\*so\\* | f*ck');
});

test('a scene break can be inserted by button and by Ctrl+Enter, anywhere', async () => {
  const text = await open('one two');
  await tool('Scene break').click();
  await userEvent.keyboard('three');
  expect(text.read()).toBe('one two\n***\nthree');
  await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowRight}{ArrowRight}{ArrowRight}');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(text.read()).toBe('one\n***\n two\n***\nthree');
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(text.read()).toBe('one two\n***\nthree');
});

test.each(['***', '* * *', '---', '#', '⁂'])(
  'Enter after %s makes a scene break, which undo takes back',
  async (typed) => {
    const text = await open('one');
    await userEvent.keyboard(`{Enter}${typed}`);
    await userEvent.keyboard('{Enter}two');
    expect(text.read()).toBe('one\n***\ntwo');
    await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}');
    expect(text.read()).not.toContain('\n***\n');
  },
);

test('an error stands at the field and marks it as invalid', async () => {
  const screen = await renderPage(
    <RichTextField
      ref={createRef<RichText>()}
      label="Text"
      initial=""
      language="en"
      describedBy="words"
      error="Please write something."
      onInput={() => undefined}
    />,
  );
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field).toHaveAccessibleDescription('Please write something.');
  await screen.unmount();
});

test('lines can be made verse; the second empty line ends it', async () => {
  const text = await open('Roses');
  await tool('Verse or letter').click();
  await userEvent.keyboard('{Enter}are red{Enter}{Enter}Violets{Enter}{Enter}{Enter}Prose');
  expect(text.read()).toBe('| Roses\n| are red\n|\n| Violets\nProse');
  await userEvent.keyboard('{ArrowUp}{Home}');
  await caretRead();
  await userEvent.keyboard('{Backspace}');
  expect(text.read()).toBe('| Roses\n| are red\n|\nViolets\nProse');
});

test('undo reaches behind a restored text, and redo returns to it', async () => {
  const text = await open('one');
  await userEvent.keyboard(' two');
  text.put('other\n***\ntext');
  expect(text.read()).toBe('other\n***\ntext');
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(text.read()).toBe('one two');
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(text.read()).toBe('one');
  await expect.element(tool(/^Undo/)).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}{Control>}y{/Control}');
  expect(text.read()).toBe('other\n***\ntext');
});

test('lines that are not touched are stored as they were', async () => {
  const text = await open('\\*not needed\\* *a* \\x\n  spaced  \n\n last');
  await userEvent.keyboard('!');
  expect(text.read()).toBe('\\*not needed\\* *a* \\x\n  spaced  \n\n last!');
});

test('the field is announced as a text box of several lines, and the browser checks its spelling', async () => {
  await open();
  await expect.element(field).toHaveAttribute('aria-multiline', 'true');
  await expect.element(field).toHaveAttribute('spellcheck', 'true');
  await expect.element(field).toHaveAttribute('lang', 'en');
  await expect.element(field).toHaveAttribute('aria-describedby', 'words');
});

/** Composes a word as an input method does: each text replaces the one before. */
async function compose(...texts: string[]): Promise<void> {
  for (const text of texts)
    await cdp().send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await cdp().send('Input.insertText', { text: texts.at(-1) ?? '' });
  await caretRead();
}

test.each(['', 'so ', 'so *very* '])(
  'emphasis that is on covers what an input method composes after "%s"',
  async (before) => {
    const text = await open(before);
    await userEvent.keyboard('{Control>}i{/Control}');
    await compose('l', 'la', 'ら', 'らん', 'ランプ');
    expect(text.read()).toBe(`${before}*ランプ*`);
    await compose('は');
    expect(text.read()).toBe(`${before}*ランプは*`);
  },
);

test.each(['z', 'Z'])('with nothing to redo, Ctrl+Shift+%s changes nothing', async (key) => {
  const text = await open('one');
  await userEvent.keyboard(' two');
  await userEvent.keyboard(`{Control>}{Shift>}${key}{/Shift}{/Control}`);
  expect(text.read()).toBe('one two');
});
