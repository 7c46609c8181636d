import { plainText } from '@inkling/contract/chapter-text';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseBook, readFileAsBook } from '../parse-book.ts';

const read = async (text: string) =>
  await parseBook({ name: 'the-salt-road.md', bytes: new TextEncoder().encode(text) });
const shown = async (text: string) =>
  (await read(text)).chapters.map(({ volume, title, authorNotes, content }) =>
    [volume, title, authorNotes, content].filter((part) => part !== ''),
  );
/** Front matter as Inkling's export writes it. */
const own =
  '---\ntitle: "T"\nauthor: "A"\nlanguage: "en"\nstatus: "ongoing"\ngenres: []\ntags: []\nwarnings: []\naudience: "teen"\ndescription: "D."\n---\n';

describe('quotations', () => {
  test('a chapter that is one quotation, or begins with one, keeps it as its text', async () => {
    const book = '# One\n\n> All is quoted.\n\n# Two\n\n> First.\n\nThen.\n';
    const chapters = [
      ['One', 'All is quoted.'],
      ['Two', 'First.\nThen.'],
    ];
    expect(await shown(book)).toEqual(chapters);
    expect(await shown(`---\ntitle: T\n---\n${book}`)).toEqual(chapters);
  });

  test('are author’s notes in a file that Inkling wrote, unless they are all of the text', async () => {
    expect(await shown(`${own}# One\n\n> Only this.\n\n# Two\n\n> Hello.\n\nThen.\n`)).toEqual([
      ['One', 'Only this.'],
      ['Two', 'Hello.', 'Then.'],
    ]);
    const parts = `${own}# Part One\n\n> Motto.\n\n## One\n\nText.\n`;
    expect((await read(parts)).chapters).toMatchObject([
      { authorNotes: '', content: 'Motto.' },
      { authorNotes: '', content: 'Text.' },
    ]);
  });

  test('inside each other have no marks left', async () => {
    expect(await shown('# One\n\nText.\n\n> a\n> > b\n> > > c\n>\n> d')).toEqual([
      ['One', 'Text.\na\nb\nc\nd'],
    ]);
  });
});

test('attributes and HTML that Pandoc writes are no text', async () => {
  const book =
    '# [Part]{.label} [One]{.ordinal} {#one .part}\n\n```{=html}\n<hgroup>\n```\n\n`<abbr>`{=html}St.`</abbr>`{=html} James, []{#a}[so *on*]{.x}![](a.png){.logo}.\n\n```{=html}\n</hgroup>\n```\n\nA [name] {kept}.';
  expect(await shown(book)).toEqual([['Part One', 'St. James, so *on*.\nA [name] {kept}.']]);
});

test('a dedication is a note by its title, in short books too', async () => {
  expect(await shown('# Dedication\n\nFor Ann.\n\n# One\n\nText.')).toEqual([['One', 'For Ann.', 'Text.']]);
});

test('struck-through and underlined passages are named', async () => {
  const bytes = new TextEncoder().encode(
    '# One\n\n~~struck~~ and <u>under</u>, <strike>gone</strike> and <i>wi</i>der',
  );
  const { book } = await readFileAsBook({ name: 'a.md', bytes }, { underlineAsItalics: true });
  expect(book.pieces[0]?.content).toBe('struck and *under*, gone and *wi*\u2060der');
  expect(book.losses).toMatchObject({ underlined: 1, struck: 2 });
});

describe('marks inside words', () => {
  test.each([
    'f*ck, a**hole, sh*t and f**k',
    'un*believ*able, f*ck*ng',
    'f*ck the price*',
    '*s the sh*t',
    '2*3*4 = 24',
    'Oh f***—',
    'a * b and snake_case_name',
    '~struck~ and ~20',
  ])('%s is shown as typed', async (text) => {
    const { chapters } = await read(`# One\n\n${text}`);
    expect(plainText(chapters[0]?.content ?? '')).toBe(text);
  });

  test('are emphasis if the other one is at a border of the same word', async () => {
    expect(await shown('# One\n\n**f**antastic un*believable* abso-*bloody*-lutely')).toEqual([
      ['One', '**f**\u2060antastic un\u2060*believable* abso-*bloody*-lutely'],
    ]);
  });

  test('of scripts without spaces are emphasis', async () => {
    expect(await shown('# One\n\n他*很*好')).toEqual([['One', '他*很*好']]);
  });
});

describe('chapters', () => {
  test('are numbered headings below others that have text of their own', async () => {
    const period = (name: string, from: number) =>
      `## ${name}\n\nWhat went before.\n\n### ${from}\n\nText.\n\n### ${from + 1}\n\nText.\n\n`;
    const book = `# The Stone\n\n${period('First Period', 1)}${period('Second Period', 3)}`;
    const { title, chapters } = await read(book);
    expect(title).toBe('The Stone');
    expect(chapters.map((chapter) => [chapter.volume, chapter.title])).toEqual([
      ['First Period', '1'],
      ['First Period', '2'],
      ['Second Period', '3'],
      ['Second Period', '4'],
    ]);
    expect(chapters[0]?.content).toBe('What went before.\n***\nText.');
  });

  test('may be two levels below their parts', async () => {
    const book =
      '# Part One\n\n## First Narrative\n\n### Chapter 1\n\nA.\n\n### Chapter 2\n\nB.\n\n# Part Two\n\n## Second Narrative\n\n### Chapter 1\n\nC.\n';
    expect(await shown(book)).toEqual([
      ['Part One — First Narrative', 'Chapter 1', 'A.'],
      ['Part One — First Narrative', 'Chapter 2', 'B.'],
      ['Part Two — Second Narrative', 'Chapter 1', 'C.'],
    ]);
  });

  test('have titles in bold, or underlined', async () => {
    const bold = '# The Book\n\n**Chapter 1**\n\nA.\n\n**Not a title**\n\n***Chapter 2: Salt***\n\nB.\n';
    expect(await shown(bold)).toEqual([
      ['Chapter 1', 'A.\n**Not a title**'],
      ['Chapter 2: Salt', 'B.'],
    ]);
    const parts = '**Part One**\n\n**Chapter 1**\n\nA.\n\n**Part Two**\n\n**Chapter 2**\n\nB.\n';
    expect(await shown(parts)).toEqual([
      ['Part One', 'Chapter 1', 'A.'],
      ['Part Two', 'Chapter 2', 'B.'],
    ]);
    expect(await shown('Chapter 1\n---\nA.\n\nChapter 2\n---------\nB.')).toEqual([
      ['Chapter 1', 'A.'],
      ['Chapter 2', 'B.'],
    ]);
  });

  test('in bold stay text in a book with headings of chapters', async () => {
    expect(await shown('# Chapter 1\n\n**Chapter 9**\n\nA.\n\n# Chapter 2\n\nB.')).toEqual([
      ['Chapter 1', '**Chapter 9**\nA.'],
      ['Chapter 2', 'B.'],
    ]);
  });
});

describe('what looks like markup', () => {
  test('attributes as Pandoc writes them are no text', async () => {
    const book = '::: {#c1 .section}\n# One {#c1 .chapter}\n\nText {#x}.\n:::\n\n# Two\n\nMore.';
    expect(await shown(book)).toEqual([
      ['One', 'Text {#x}.'],
      ['Two', 'More.'],
    ]);
  });

  test('a name in brackets before what is said is text, also far from its like', async () => {
    const far = 'Some *text* in between.\n\n'.repeat(2000);
    const { chapters } = await read(
      `# One\n\n[Ann]: Hello\n\n[Ann]: there, you.\n\n${far}[the road][r]\n\n[r]: http://x.y`,
    );
    const lines = chapters[0]?.content.split('\n') ?? [];
    expect([lines[0], lines[1], lines.at(-1)]).toEqual(['[Ann]: Hello', '[Ann]: there, you.', 'the road']);
  });

  test('a year alone, a number sign alone and indented prose are text', async () => {
    expect(await shown('# One\n\nIt was\n\n1984.\n\n    Indented *prose*.\n\n#\n\nEnd.')).toEqual([
      ['One', 'It was\n1984.\nIndented *prose*.\n***\nEnd.'],
    ]);
  });

  test('notes that nothing refers to, or only another note or a title, are kept', async () => {
    const book = '# One[^t]\n\nText[^a].\n\n[^a]: See[^b].\n[^b]: B.\n[^c]: Alone.\n[^t]: Title.\n';
    expect(await shown(book)).toEqual([
      ['One', '[1]\nText[2].\n***\nAlone.\n***\n[1] Title.\n[2] See[3].\n[3] B.'],
    ]);
  });

  test('front matter that is not quite YAML is read, and prose between scene breaks is not taken for it', async () => {
    const book = await read(
      '---\ntitle: The Lamp: A Tale #2\nauthor: @ann\ndescription: It was: dark\n---\nText.',
    );
    expect(book).toMatchObject({ title: 'The Lamp: A Tale #2', author: '@ann', description: 'It was: dark' });
    expect((await read('---\nNote: nothing.\n---\nMore.')).chapters[0]?.content).toContain('Note: nothing.');
  });
});

// Each word is unique, so that a lost or doubled one shows.
const mark = fc.constantFrom(
  '',
  '',
  '',
  '*',
  '**',
  '***',
  '_',
  '__',
  '`',
  '~~',
  '"',
  '(',
  '[',
  '\\*',
  '&amp;',
  '<b>',
);
const close: Record<string, string> = { '(': ')', '[': ']', '<b>': '</b>' };
const words = fc
  .array(mark, { minLength: 1, maxLength: 8 })
  .map((marks) => () => marks.map((one) => `${one}§${close[one] ?? one}`).join(' '));
const block = fc
  .tuple(
    words,
    words,
    fc.constantFrom(
      (a: string) => a,
      (a: string, b: string) => `${a}\n${b}`,
      (a: string, b: string) => `${a}  \n${b}`,
      (a: string, b: string) => `> ${a}\n>\n> > ${b}`,
      (a: string, b: string) => `> ${a}\n${b}`,
      (a: string, b: string) => `- ${a}\n  - ${b}`,
      (a: string, b: string) => `1. ${a}\n2) ${b}`,
      (a: string, b: string) => `| ${a}\n| ${b}`,
      (a: string, b: string) => `| ${a} | ${b} |`,
      (a: string, b: string) => `| ${a} | x |\n|---|---|\n| ${b} | y | z |`,
      (a: string, b: string) => `${a}\n---\n${b}`,
      (a: string, b: string) => `    ${a}\n\n***\n\n\t${b}`,
      (a: string, b: string) => `~~~\n${a}\n\n${b}\n~~~`,
      (a: string, b: string) => `${a}\n\n[^n§]: ${b}`,
      (a: string, b: string) => `[Ann]: ${a}\n\n<div>${b}</div>`,
    ),
  )
  .map(([a, b, join]) => join(a(), b()));
const heading = fc
  .tuple(fc.constantFrom('#', '##', '###'), fc.constantFrom('§ of things', 'Chapter §', '**Part** §'))
  .map(([level, title]) => `${level} ${title}`);
const file = fc.array(fc.oneof({ weight: 4, arbitrary: block }, heading), { minLength: 1, maxLength: 14 });

test('words in are words out [P18]', async () => {
  await fc.assert(
    fc.asyncProperty(file, fc.boolean(), async (blocks, isOwn) => {
      const parts = blocks.join('\n\n').split('§');
      const count = parts.length - 1;
      const text = parts.map((part, i) => (i < count ? `${part}w${i + 1}x` : part)).join('');
      const book = await read(`${isOwn ? own : ''}Begin.\n\n${text}\n\nThe end.`);
      const all = [
        book.title,
        book.description,
        ...book.chapters.flatMap(({ volume, title, authorNotes, content }) => [
          volume,
          title,
          authorNotes,
          content,
        ]),
      ].join('\n');
      const found = new Set([...all.matchAll(/w(\d+)x/g)].map(([, number]) => Number(number)));
      const keys = new Set([...text.matchAll(/\[\^nw(\d+)x\]:/g)].map(([, number]) => Number(number)));
      const lost = Array.from({ length: count }, (_, i) => i + 1).filter(
        (n) => !found.has(n) && !keys.has(n),
      );
      expect(lost, text).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('a part without chapters of its own, but with a motto and an empty heading, keeps its name', async () => {
  const { chapters } = await read('# Alder\n\nText.\n\n## Birch\n\n# Cedar\n\n### Dogwood\n\n# Elm\n\nText.');
  const all = chapters.flatMap(({ volume, title, content }) => [volume, title, content]).join(' ');
  for (const title of ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm']) expect(all).toContain(title);
});

test('numbers in bold are chapters if they are in order; one in the text is a line', async () => {
  const titles = async (...numbers: string[]) => {
    const text = numbers.map((number) => `**${number}**\n\n${'The boat went on. '.repeat(80)}`).join('\n\n');
    const { chapters } = await parseBook({ name: 'a.md', bytes: new TextEncoder().encode(text) });
    return chapters.map(({ title }) => title);
  };
  expect(await titles('ONE', 'TWO', 'THREE', 'FOUR')).toEqual(['ONE', 'TWO', 'THREE', 'FOUR']);
  expect(await titles('1984')).toEqual(['A']);
  expect(await titles('SEVEN', 'THREE')).toEqual(['A']);
});

test('simple emphasis, which is read without the parser, is what the parser reads', async () => {
  const part = fc.constantFrom(
    '*',
    '**',
    '_',
    'a',
    'Wort',
    ' ',
    '.',
    '!',
    '“',
    '”',
    '’',
    '—',
    '(',
    ')',
    '\n',
    '1',
    'é',
  );
  const contentOf = async (text: string) => {
    const { book } = await readFileAsBook({ name: 'a.md', bytes: Buffer.from(`${text}\n\nEnd.`) });
    return book.pieces[0]?.content.split('\nEnd.')[0];
  };
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 3, maxLength: 16 }), async (parts) => {
      const text = `W ${parts.join('')} z`;
      // Code is markup, so the parser reads the whole paragraph.
      expect(await contentOf(`${text} \`q\``)).toBe(`${await contentOf(text)} q`);
    }),
    { numRuns: 500 },
  );
});

test('marks of Obsidian and Pandoc leave their text alone', async () => {
  const text =
    '# One {-}\n\n[[Mara Voss|Mara]] was ==very== late in the [dark]{.smallcaps}.\n\n# Two {.unnumbered}\n\nEnd.';
  expect(await shown(text)).toEqual([
    ['One', 'Mara was very late in the dark.'],
    ['Two', 'End.'],
  ]);
});

test.each([
  'title: The Lamp\nauthor:\n  - name: Ann Marsh\n    affiliation: Harbor\n  - name: Bo Lund',
  'Title: The Lamp\nAuthor: Ann Marsh, Bo Lund',
])(
  'authors of the front matter may be objects, and MultiMarkdown has no lines around it: %s',
  async (front) => {
    const block = front.startsWith('T') ? `${front}\n\n` : `---\n${front}\n---\n\n`;
    const book = await read(`${block}# One\n\nText.`);
    expect(book).toMatchObject({ title: 'The Lamp', author: 'Ann Marsh, Bo Lund' });
    expect(book.chapters.map(({ title, content }) => [title, content])).toEqual([['One', 'Text.']]);
  },
);
