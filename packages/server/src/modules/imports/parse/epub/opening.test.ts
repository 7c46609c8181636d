import { expect, test } from 'vitest';
import { plainBlock, plainRun } from './blocks.ts';
import { openingOf } from './opening.ts';

test.each([
  // The title in the contents, the headings below it, then the part, the title and the lines that remain.
  ['', ['Chapter 1|The Inn'], '', 'Chapter 1: The Inn', []],
  ['', ['The Long|Road'], '', 'The Long Road', []],
  ['The Inn', ['Chapter 1', 'The Inn'], '', 'Chapter 1: The Inn', []],
  ['The Inn', ['I. The Inn'], '', 'I. The Inn', []],
  ['Chapter 1', ['CHAPTER ONE', 'The Inn'], '', 'Chapter 1: The Inn', []],
  ['Chapter 1', ['Part One', 'The Lamp', 'Chapter 1', 'Salt'], 'Part One: The Lamp', 'Chapter 1: Salt', []],
  ['', ['Part One|The Lamp', 'Chapter 1: Salt'], 'Part One: The Lamp', 'Chapter 1: Salt', []],
  ['The Inn', ['The Salt Road', 'The Inn', 'A Letter'], '', 'The Inn', ['A Letter']],
])(
  'the title %j and the headings %j are the part %j, the title %j and the lines %j',
  (title, headings, part, named, lines) => {
    const blocks = headings.flatMap((heading) =>
      heading.split('|').map((text, i) => ({ ...plainBlock, runs: [plainRun(text)], continued: i > 0 })),
    );
    expect(openingOf(title, blocks, new Set(['the salt road']))).toEqual({ part, title: named, lines });
  },
);
