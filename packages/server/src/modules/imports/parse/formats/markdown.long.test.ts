import { describe, expect, test } from 'vitest';
import { parseBook } from '../parse-book.ts';
import { fullTitle } from '../testing/readers.ts';

const read = async (text: string, name = 'the-salt-road.md') =>
  await parseBook({ name, bytes: new TextEncoder().encode(text) });

describe('layout', () => {
  test('a first # heading without text is the title when # parts or # chapters follow it', async () => {
    const parts = await read(
      '# The Ferry\n\n# Part One\n\n## Ice\n\nCold.\n\n# Part Two\n\n## Thaw\n\nWarm.\n',
    );
    expect(parts.title).toBe('The Ferry');
    expect(parts.chapters.map(({ title, volume }) => [volume, title])).toEqual([
      ['Part One', 'Ice'],
      ['Part Two', 'Thaw'],
    ]);
    const chapters = await read('# The Ferry\n\n# Chapter 1\n\nCold.\n\n# Chapter 2\n\nWarm.\n');
    expect(chapters.title).toBe('The Ferry');
    expect(chapters.chapters.map(({ title }) => title)).toEqual(['Chapter 1', 'Chapter 2']);
  });

  test('a first # heading with text, a part, or one of several above chapters is not the title', async () => {
    const name = 'the salt road';
    const books = [
      '# The Ferry\n\nA text.\n\n# Chapter 2\n\nWarm.\n',
      '# Part One\n\n# Chapter 1\n\nCold.\n\n# Chapter 2\n\nWarm.\n',
      '# Ice\n\n# Chapter 1\n\nCold.\n\n# Thaw\n\n# Chapter 2\n\nWarm.\n',
    ];
    for (const book of books) expect((await read(book)).title.toLowerCase()).toBe(name);
  });

  test('only a story that is coming soon may have no chapters', async () => {
    const front = (status: string) => `---\ntitle: Soon\ndescription: A road.\nstatus: ${status}\n---\n`;
    expect(await read(front('coming_soon'))).toMatchObject({
      title: 'Soon',
      description: 'A road.',
      chapters: [],
    });
    await expect(read(front('ongoing'))).rejects.toMatchObject({ code: 'EMPTY' });
  });

  test('front matter with a title: every # heading is a chapter, a quotation below it the author’s note', async () => {
    const book = await read(`---
title: The Salt Road
author: "Ines Calder"
description: A road, and salt.
language: en-GB
status: ongoing
genres: Fantasy, Found Family
tags: sea, road trip
warnings: [violence]
audience: teen
---

# One

> A note
> of two lines.
>
> And more.

The first
paragraph.

Dear you.

# Two

Second.

> A quotation in the text.
`);
    expect(book).toEqual({
      losses: {
        images: 0,
        links: 0,
        tables: 0,
        formulas: 0,
        comments: 0,
        underlined: 0,
        struck: 0,
        notes: 0,
        words: 0,
      },
      format: 'markdown',
      title: 'The Salt Road',
      author: 'Ines Calder',
      description: 'A road, and salt.',
      language: 'en-GB',
      status: 'ongoing',
      genres: ['Fantasy', 'Found Family'],
      tags: ['sea', 'road trip'],
      contentWarnings: ['violence'],
      audience: 'teen',
      series: '',
      dates: null,
      unsure: { audience: '', contentWarnings: '', language: '' },
      isExact: true,
      cover: null,
      chapters: [
        {
          volume: '',
          title: 'One',
          authorNotes: 'A note of two lines.\nAnd more.',
          content: 'The first paragraph.\nDear you.',
        },
        { volume: '', title: 'Two', authorNotes: '', content: 'Second.\nA quotation in the text.' },
      ],
    });
  });

  test('with one # heading, that is the title, ## are chapters, and the lines between are author and description', async () => {
    const book = await read(
      '# My Book\n\n*by Ann Marsh*\n\nA blurb.\n\n## Chapter 1\n\nOne.\n\n## Chapter 2\n\nTwo.',
    );
    expect(book).toMatchObject({ title: 'My Book', author: 'Ann Marsh', description: 'A blurb.' });
    expect(book.chapters.map(({ title, content }) => [title, content])).toEqual([
      ['Chapter 1', 'One.'],
      ['Chapter 2', 'Two.'],
    ]);
  });

  test('several # headings without front matter are chapters, and the file name is the title', async () => {
    const book = await read('# First\n\nOne.\n\n# Second\n\nTwo.');
    expect(book.title).toBe('The salt road');
    expect(book.chapters.map((chapter) => chapter.title)).toEqual(['First', 'Second']);
  });

  test('without headings, or with only a title, the text is one chapter', async () => {
    expect((await read('Just text.')).chapters).toEqual([
      { volume: '', title: 'The salt road', authorNotes: '', content: 'Just text.' },
    ]);
    expect(await read('Tale\n====\n\nText.')).toMatchObject({
      title: 'Tale',
      chapters: [{ title: 'Tale', content: 'Text.' }],
    });
  });

  test('part titles become volumes; a long text above the first chapter is a chapter', async () => {
    const parts = await read('# Part One: Salt\n\n## I\n\nOne.\n\n# Part Two\n\n## II\n\nTwo.');
    expect(parts.chapters.map(fullTitle)).toEqual(['Part One: Salt — I', 'Part Two — II']);
    const long = `${'word '.repeat(400)}end.`;
    const opening = await read(`---\ntitle: T\n---\n${long}\n\n# One\n\nText.`);
    expect(opening.chapters.map(({ title, content }) => [title, content])).toEqual([
      ['T', long],
      ['One', 'Text.'],
    ]);
  });

  test('two scene breaks at the start of a text are not front matter', async () => {
    const book = await read('---\nShe said: nothing happened.\n---\nMore.', 'x.md');
    expect(book.chapters[0]?.content).toContain('nothing happened.');
    expect((await read('---\ntitle: Half\n\nno end')).chapters[0]?.content).toContain('no end');
  });

  test('genres and descriptions are read in the formats of other programs', async () => {
    const front =
      '---\nTitle: \'T\'\ngenres:\n  - Fantasy\n  - "Low Magic"\ndescription: >\n  Two\n  lines.\nlang: pt_br\n---\nText.';
    expect(await read(front)).toMatchObject({
      title: 'T',
      genres: ['Fantasy', 'Low Magic'],
      description: 'Two lines.',
      language: 'pt-BR',
    });
    expect(
      await read('---\ntitle: T\ngenres: [Fantasy, Drama]\nlanguage: not a language\n---\nText.'),
    ).toMatchObject({
      genres: ['Fantasy', 'Drama'],
      language: null,
    });
  });
});

const content = async (text: string) =>
  (await read(`---\ntitle: T\n---\n# C\n\n${text}`)).chapters[0]?.content;

describe('text', () => {
  test('emphasis and strong work with both marks, at the borders of words', async () => {
    expect(await content('_a_ *b* __c__ **d** ***e*** un*believ*able snake_case_name _a **b** c_')).toBe(
      '*a b* **c d** ***e*** un*believ*able snake_case_name *a **b** c*',
    );
  });

  test('unpaired and escaped marks are text', async () => {
    expect(await content('2 * 3 * 4\n\n\\*not\\* \\_this\\_\n\n*open\n\nf*ck')).toBe(
      '2 * 3 * 4\n\\*not\\* _this_\n*open\nf*ck',
    );
  });

  test('links become their text, images and HTML except emphasis are removed, entities and code are decoded', async () => {
    const text =
      'A [link](http://x.y/(z) "t") and [ref][r] and [r] and [no] ![pic](a.png) <b>bold</b> <!-- c --> a < b &amp; &eacute; `*code*` <https://x.y> [^n].\n\n[r]: http://x.y\n[^n]: A *note*.\n    More.\n\n<script>\nalert(1)\n</script>\n<div>kept text</div>';
    expect(await content(text)).toBe(
      'A link and ref and r and [no] **bold** a < b & é \\*code\\* https://x.y [1].\nkept text\n***\n[1] A *note*. More.',
    );
  });

  test('scene breaks, hard line breaks, lists, tables and code become lines', async () => {
    const text =
      'A\n---\nB\n\n* * *\n\nC\n\n***\n\nD  \nE\\\nF\ng\n\n- one\n- two\n  more\n* three\n\n1. first\n2) second\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\n*x*\n  y\n```\n\n1984. A year.';
    expect(await content(text)).toBe(
      'A\n***\nB\n***\nC\n***\n| D\n| E\n| F g\n• one\n• two more\n• three\n1. first\n2. second\na | b\n1 | 2\n\\*x\\*\ny\n1984. A year.',
    );
  });

  test.each(['*a **b ', '[', '](', '![[', '<a ', '`', '_*', '> ', '(['])(
    'a text of nothing but “%s” is read to its end',
    async (mess) => {
      const { chapters } = await read(`x ${mess.repeat(20_000)} end`);
      expect(chapters).toHaveLength(1);
      expect(chapters[0]?.content).toMatch(/^x .* end$/s);
    },
  );
});

describe('uneven headings', () => {
  const titles = async (text: string) => (await read(text)).chapters.map(fullTitle);

  test('# title, ## part, ### chapter: parts are volumes', async () => {
    const text = '# Book\n\n## Salt\n\n### I\n\nOne.\n\n### II\n\nTwo.\n\n## Sugar\n\n### III\n\nThree.';
    expect(await titles(text)).toEqual(['Salt — I', 'Salt — II', 'Sugar — III']);
  });

  test('a prologue at the level of the parts is a chapter', async () => {
    const text = `# Prologue\n\n${'word '.repeat(120)}\n\n# Salt\n\n## I\n\nOne.\n\n# Sugar\n\n## II\n\nTwo.`;
    expect(await titles(text)).toEqual(['Prologue', 'Salt — I', 'Sugar — II']);
  });

  test('headings inside chapters stay in the text', async () => {
    const text = '# One\n\nText.\n\n## Morning\n\nMore.\n\n# Two\n\nText.\n\n## Evening\n\nMore.';
    expect(await titles(text)).toEqual(['One', 'Two']);
  });

  test('emphasis goes on over line ends; images, links and tables are counted', async () => {
    const { chapters, losses } = await read(
      '# One\n\n*a  \nb*\n\n![x](y.png) [z](https://example.org)\n\n| a | b |\n| -- | -- |\n| c | d |\n\n# Two\n\nText.',
    );
    expect(chapters[0]?.content).toMatch(/^\*a\*\n\*b\*\n/);
    expect(losses).toEqual({
      images: 1,
      links: 1,
      tables: 1,
      formulas: 0,
      comments: 0,
      underlined: 0,
      struck: 0,
      notes: 0,
      words: 0,
    });
  });
});
