import { serializeChapterText } from '@inkling/contract/chapter-text-write';
import { createRef } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../testing/render-page.tsx';
import '../../../../styles/editor.css';
import { caretRead } from '../rich-text/open-field.fixture.tsx';
import { type RichText, RichTextField } from '../rich-text/rich-text-field.tsx';
import googleDocs from './cases/google-docs.html?raw';
import hostile from './cases/hostile.html?raw';
import libreOffice from './cases/libreoffice.html?raw';
import preWrap from './cases/pre-wrap.html?raw';
import scrivener from './cases/scrivener.html?raw';
import webPage from './cases/web-page.html?raw';
import word from './cases/word.html?raw';
import wordComment from './cases/word-comment.html?raw';
import { readHtml } from './clipboard-html.ts';
import { reportOf } from './dropped.ts';
import { readText } from './paste-plugin.ts';

const read = (html: string) => {
  const { blocks, dropped } = readHtml(html);
  return { content: serializeChapterText(blocks), report: reportOf(dropped) };
};

test('Word: styles, line wraps, lists, notes and tracked deletions', () => {
  expect(read(word)).toEqual({
    content: [
      'The rain had *not* stopped. It was **far** too late for *the ferry*.',
      '***',
      '*Too late*, she thought[1].',
      'a lamp',
      '3. a rope',
      '| Roses are red,',
      '| violets are **blue**,',
      '| sugar is sweet.',
      'Kept.',
      'Strength | 12',
      '[1] A *note*.',
    ].join('\n'),
    report: 'Pasted without 1 image and underlining.',
  });
});

test('Google Docs: everything is inside a bold element that is not bold', () => {
  expect(read(googleDocs)).toEqual({
    content: [
      'The rain had *not* stopped. It was ***far*** too late.',
      '***',
      'Struck. A link',
      '| Roses are red,',
      '| violets are blue.',
      '***',
      'The end.',
      'Strength | 12',
    ].join('\n'),
    report: 'Pasted without 2 images and strikethrough.',
  });
});

test('LibreOffice: a letter with line breaks keeps them and its class’s italics', () => {
  expect(read(libreOffice)).toEqual({
    content: [
      'The rain had *not* stopped. It was **far** too late.',
      '***',
      '| *Dear Anna,*',
      '| *come home.*',
      '|',
      '| *Yours, B.*',
      'Plain again.[1]',
      '[1] A note.',
    ].join('\n'),
    report: null,
  });
});

test('numbered lists keep their numbers, also where a paragraph divides them', () => {
  const list =
    '<ol start="3"><li>oil</li><li><p><b>rope</b></p><p>tarred</p><ol><li>knots</li></ol></li></ol>' +
    '<p>Then:</p><ol start="5"><li></li><li>salt</li><li value="9">tea</li></ol><ul><li>no number</li></ul>';
  expect(read(list).content.split('\n')).toEqual([
    '3. oil',
    '4. **rope**',
    'tarred',
    '1. knots',
    'Then:',
    '6. salt',
    '9. tea',
    'no number',
  ]);
});

test('a pasted text loses the marks of struck-through words, and says so; ornaments of tildes stay', () => {
  const { blocks, dropped } = readText('He ~~never~~ went.\n~~ 2 ~~\n~~~', false);
  expect(serializeChapterText(blocks)).toBe('He never went.\n~~ 2 ~~\n***');
  expect(reportOf(dropped)).toBe('Pasted without strikethrough.');
  const literal = readText('He ~~never~~ went.', true);
  expect([serializeChapterText(literal.blocks), reportOf(literal.dropped)]).toEqual([
    'He ~~never~~ went.',
    null,
  ]);
});

test('Scrivener: italics in a font shorthand, tabs and ornaments', () => {
  expect(read(scrivener)).toEqual({
    content: 'The rain had *not* stopped. It was **far** too late.\n***\n*Too late*, she thought.',
    report: null,
  });
});

test('a web page: headings, quotations and lists are paragraphs; hidden text is left out', () => {
  expect(read(webPage)).toEqual({
    content: [
      'Chapter One',
      'The rain had *not* stopped. It was **far** too late — “L’*Iliade* !”',
      '***',
      'Quoted *words*.',
      'one',
      'two',
      'A page laid out in one column.',
      'A lamp.',
      '|   one',
      '|     two',
      'Loose text',
      'and more.',
    ].join('\n'),
    report: 'Pasted without 1 image.',
  });
});

test('an empty line made by two line breaks separates paragraphs, and lines between them are verse', () => {
  expect(read('<p>One.<br><br>Two.<br> <br>Three.</p>').content).toBe('One.\nTwo.\nThree.');
  expect(read('One.<br><br>Two.').content).toBe('One.\nTwo.');
  expect(read('<p>One,<br>two,<br><br>three.</p>').content).toBe('| One,\n| two,\n|\n| three.');
});

test('a table keeps its words, a row a line; one that lays out a page keeps its paragraphs', () => {
  const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  expect(read(`<table>${row('<b>Name</b>', 'Level')}${row('<p>Ada</p>', '<div>12</div>')}</table>`)).toEqual({
    content: '**Name** | Level\nAda | 12',
    report: null,
  });
  expect(read(`<table>${row('<p>One.</p><p>Two.</p>', 'Beside.')}</table>`).content).toBe(
    'One.\nTwo.\nBeside.',
  );
});

test('a footnote of which only the mark was copied is left out and named', () => {
  expect(read('So<a href="#_ftn1" name="_ftnref1">[1]</a>.')).toEqual({
    content: 'So.',
    report: 'Pasted without 1 footnote.',
  });
});

test('hostile HTML runs nothing and fetches nothing', async () => {
  const fetched = vi.fn();
  const observer = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) if (name.includes('evil.test')) fetched(name);
  });
  observer.observe({ type: 'resource' });
  expect(read(hostile)).toEqual({
    content: 'One\ntwo \\*three\\*',
    report: 'Pasted without 2 images and 3 embedded items.',
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  observer.disconnect();
  expect(fetched).not.toHaveBeenCalled();
  expect('pasted' in window).toBe(false);
});

test('deeply nested HTML is read', () => {
  const depth = 5000;
  expect(read(`${'<span><u>'.repeat(depth)}deep`).content).toBe('deep');
});

test('plain text is read as the text format, or literally', () => {
  const text =
    'She was *late*, un\u2060*believ*\u2060\u2060ably.\r\n\r\n  # \n| Roses\n| are red\n\n| Violets';
  expect(serializeChapterText(readText(text, false).blocks)).toBe(
    'She was *late*, un\u2060*believ*\u2060ably.\n***\n| Roses\n| are red\n\n| Violets',
  );
  expect(serializeChapterText(readText(text, true).blocks)).toBe(
    'She was \\*late\\*, un\u2060\\*believ\\*\u2060ably.\n***\n\\| Roses\n\\| are red\n\\| Violets',
  );
});

const field = page.getByRole('textbox', { name: 'Text' });

async function open(initial = '') {
  const ref = createRef<RichText>();
  let inputs = 0;
  const onInput = () => {
    inputs += 1;
  };
  await renderPage(
    <RichTextField
      ref={ref}
      label="Text"
      initial={initial}
      language="en"
      describedBy="words"
      onInput={onInput}
    />,
  );
  await field.click();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  return { read: () => ref.current?.read(), words: () => ref.current?.words(), inputs: () => inputs };
}

/** Pastes as a browser does after Ctrl+V. */
function paste(formats: Record<string, string>): void {
  const clipboardData = new DataTransfer();
  for (const [type, text] of Object.entries(formats)) clipboardData.setData(type, text);
  field
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}
const undo = () => userEvent.keyboard('{Control>}z{/Control}');

test('a pasted word joins the line, pasted paragraphs join at both ends, and undo takes each back', async () => {
  const text = await open('one two');
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  await caretRead();
  paste({ 'text/html': '<i>and</i>' });
  expect(text.read()).toBe('one *and*\u2060two');
  await undo();
  paste({ 'text/html': '<p>a</p><p>b</p><p>c</p>' });
  expect(text.read()).toBe('one a\nb\nctwo');
  await userEvent.keyboard('!');
  expect(text.read()).toBe('one a\nb\nc!two');
  await undo();
  await undo();
  expect(text.read()).toBe('one two');
});

test('verse and scene breaks get lines of their own', async () => {
  const text = await open('one two');
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  await caretRead();
  paste({ 'text/html': '<hr><p>a<br>b</p>' });
  expect(text.read()).toBe('one \n***\n| a\n| b\ntwo');
});

test('a paste into an empty field leaves no empty lines, and the report says what was left out', async () => {
  const text = await open();
  paste({ 'text/html': word, 'text/plain': 'ignored' });
  expect(text.read()?.split('\n')).toHaveLength(11);
  await expect.element(page.getByText('Pasted without 1 image and underlining.')).toBeVisible();
});

test('Ctrl+Shift+V pastes as plain text', async () => {
  const text = await open();
  const keys = { key: 'V', ctrlKey: true, shiftKey: true, bubbles: true, cancelable: true };
  field.element().dispatchEvent(new KeyboardEvent('keydown', keys));
  paste({ 'text/html': '<i>so</i>', 'text/plain': '*so*' });
  expect(text.read()).toBe('\\*so\\*');
  paste({ 'text/html': ' <i>it is</i>', 'text/plain': 'it is' });
  expect(text.read()).toBe('\\*so\\**it is*');
});

test('what is copied from the field is pasted as it was', async () => {
  const text = await open('She *was* l\u2060*a*\u2060te.\n***\n| Roses\n|   are **red**');
  const before = text.read();
  await userEvent.keyboard('{Control>}a{/Control}');
  await caretRead();
  const copied = new DataTransfer();
  field
    .element()
    .dispatchEvent(new ClipboardEvent('copy', { clipboardData: copied, bubbles: true, cancelable: true }));
  await userEvent.keyboard('{Delete}');
  expect(text.read()).toBe('');
  paste({ 'text/html': copied.getData('text/html') });
  expect(text.read()).toBe(before);
});

test('the marks of Word’s comments are left out', async () => {
  const text = await open();
  paste({ 'text/html': wordComment });
  expect(text.read()).toBe('The lamp died at four.');
});

test('a text in an inline element with white-space: pre-wrap keeps its lines', async () => {
  const text = await open();
  paste({ 'text/html': preWrap });
  expect(text.read()).toBe('The lamp went out.\nSecond line.\nThird para');
});

test('lines with breaks are verse and keep the indentation that is shown', async () => {
  const text = await open();
  paste({
    'text/html':
      '<p>\n  Roses,<br>\n  &nbsp;&nbsp;are <i>red</i>,<br><b>&nbsp; &nbsp; violets</b> &nbsp;blue.\n</p><p>&nbsp;&nbsp;Prose.</p>',
  });
  expect(text.read()).toBe('| Roses,\n|   are *red*,\n|     **violets** blue.\nProse.');
});

test('a rule that Word makes of three hyphens is a scene break, a box around a text is not', async () => {
  const text = await open();
  const border = (style: string, inner: string) =>
    `<div style='mso-element:para-border-div;${style};padding:0in 0in 1.0pt 0in'><p class=MsoNormal style='border:none;padding:0in'>${inner}</p></div>`;
  const line =
    'border:none;border-bottom:solid windowtext 1.0pt;mso-border-bottom-alt:solid windowtext .75pt';
  paste({
    'text/html': `<p>One.</p>${border(line, '<o:p>&nbsp;</o:p>')}<p>Two.</p>${border(line, 'Three.')}<p>Four.</p>${border('border:solid windowtext 1.0pt', 'Boxed.')}`,
  });
  expect(text.read()).toBe('One.\n***\nTwo.\nThree.\n***\nFour.\nBoxed.');
});

const longHtml = Array.from({ length: 2500 }, (_, at) => `<p>${at}${' word'.repeat(39)}</p>`).join('');

test('a paste of 100,000 words is complete, and undone as one', async () => {
  const text = await open('Before.\nAfter.');
  paste({ 'text/html': longHtml });
  expect(text.words()).toBe(100_001);
  const whole = text.read();
  await userEvent.keyboard('!');
  expect(text.read()).toBe(`${whole}!`);
  await undo();
  await undo();
  expect(text.read()).toBe('Before.\nAfter.');
  expect(text.inputs()).toBe(4);
  await userEvent.keyboard('{Control>}y{/Control}');
  expect(text.read()).toBe(whole);
});
