import { describe, expect, test } from 'vitest';
import { parseBook } from '../parse-book.ts';
import { bookOf, epubOf, type FixtureEpub } from '../testing/epub-fixture.ts';
import { fullTitle } from '../testing/readers.ts';

const read = async (epub: FixtureEpub) => await parseBook({ name: 'book.epub', bytes: epubOf(epub) });
const titlesOf = async (epub: FixtureEpub) => (await read(epub)).chapters.map(fullTitle);
const long = (start: string) => `${start} ${'and the sea went on and on '.repeat(60).trim()}.`;

describe('the metadata of a book', () => {
  test('has title, authors, description without HTML, language and cover of an EPUB 3', async () => {
    const cover = {
      name: 'c.png',
      bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10),
      mediaType: 'image/jpeg',
    };
    const bytes = bookOf({
      title: 'The  Lighthouse\n Keeper',
      author: 'Ada Marsh',
      language: 'en_gb',
      description: '<p>A <b>keeper</b> &amp; a light.</p><p>And the sea.</p>',
      cover,
      chapters: [{ title: 'One', paragraphs: ['Text.'] }],
    });
    const book = await parseBook({ name: 'x.epub', bytes });
    expect(book).toMatchObject({
      format: 'epub',
      title: 'The Lighthouse Keeper',
      author: 'Ada Marsh',
      description: 'A keeper & a light.\nAnd the sea.',
      language: 'en-GB',
      genres: [],
      status: null,
    });
    // The media type is detected by content, not taken from the package.
    expect(book.cover).toEqual({ bytes: expect.anything(), mediaType: 'image/png' });
    expect([...(book.cover?.bytes ?? [])]).toEqual([...cover.bytes]);
  });

  test('has the cover of an EPUB 2’s meta element, or none when the file is missing', async () => {
    const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 1, 2, 3);
    const named = {
      version: 2 as const,
      metadata: '<meta name="cover" content="img"/>',
      manifest: '<item id="img" href="a/cover%20art.jpg" media-type="image/jpeg"/>',
      files: [{ name: 'a.xhtml', body: '<p>Text.</p>' }],
    };
    const book = await read({ ...named, entries: { 'OEBPS/a/cover art.jpg': jpeg } });
    expect(book.cover?.mediaType).toBe('image/jpeg');
    expect((await read(named)).cover).toBeNull();
  });

  test('has only the authors of several creators; a missing author or unknown language is null', async () => {
    const files = [{ name: 'a.xhtml', body: '<p>Text.</p>' }];
    const two =
      '<dc:creator opf:role="aut">Ann</dc:creator><dc:creator opf:role="aut">Bo</dc:creator><dc:creator opf:role="ill">Cy</dc:creator>';
    expect((await read({ author: null, metadata: two, files })).author).toBe('Ann, Bo');
    const none = await read({ author: null, metadata: '<dc:language>und</dc:language>', files });
    expect([none.author, none.language]).toEqual([null, null]);
  });

  test('has neither the title nor the author that calibre writes when it knows none', async () => {
    const chapters = `<h2>One</h2><p>${long('Text')}</p><h2>Two</h2><p>${long('Text')}</p>`;
    const unknown = (above: string) =>
      read({ title: 'Unknown', author: 'Unknown', files: [{ name: '1.xhtml', body: above + chapters }] });
    expect(await unknown('<h1>The Salt Road</h1>')).toMatchObject({ title: 'The Salt Road', author: null });
    expect(await unknown('')).toMatchObject({ title: 'Book', author: null });
  });
});

describe('chapter boundaries', () => {
  test('fragments separate several chapters in one file', async () => {
    const body =
      '<h2 id="c1">Chapter 1</h2><p>One.</p><p>More.</p><h2><a id="c2"></a>Chapter 2</h2><p>Two.</p><h2 id="c3">Chapter 3</h2><p>Three.</p>';
    const toc = [1, 2, 3].map((n) => ({ title: `Chapter ${n}`, href: `all.xhtml#c${n}` }));
    for (const version of [2, 3] as const) {
      const book = await read({ version, files: [{ name: 'all.xhtml', body }], toc });
      expect(book.chapters).toEqual([
        { volume: '', title: 'Chapter 1', authorNotes: '', content: 'One.\nMore.' },
        { volume: '', title: 'Chapter 2', authorNotes: '', content: 'Two.' },
        { volume: '', title: 'Chapter 3', authorNotes: '', content: 'Three.' },
      ]);
    }
  });

  test('one chapter can span several files', async () => {
    const files = [
      { name: 'a.xhtml', body: '<h1>Loomings</h1><p>One.</p>' },
      { name: 'a2.xhtml', body: '<p>Still one.</p>' },
      { name: 'b.xhtml', body: '<h1>The Carpet-Bag</h1><p>Two.</p>' },
    ];
    const book = await read({
      files,
      toc: [
        { title: 'Loomings', href: 'a.xhtml' },
        { title: 'The Carpet-Bag', href: 'b.xhtml' },
      ],
    });
    expect(book.chapters.map((chapter) => chapter.content)).toEqual(['One.\nStill one.', 'Two.']);
  });

  test('a title that is in the table of contents and on the page is not repeated', async () => {
    const files = [
      { name: 'a.xhtml', body: '<h2>CHAPTER I.</h2><h3>THE SEA-DOG</h3><p>One.</p>' },
      { name: 'b.xhtml', body: '<p class="num">2</p><p class="name">The Black Dog</p><p>Two.</p>' },
      { name: 'c.xhtml', body: '<h2>III.<br/>THE SPOT</h2><p>Three.</p>' },
    ];
    const book = await read({
      files,
      toc: [
        { title: 'Chapter 1', href: 'a.xhtml' },
        { title: '2. The Black Dog', href: 'b.xhtml' },
        { title: 'III', href: 'c.xhtml' },
      ],
    });
    expect(book.chapters.map(({ title, content }) => [title, content])).toEqual([
      ['Chapter 1: THE SEA-DOG', 'One.'],
      ['2. The Black Dog', 'Two.'],
      ['III. THE SPOT', 'Three.'],
    ]);
  });

  test('titles of parts without text become the volumes of their chapters', async () => {
    const files = [
      { name: 'p1.xhtml', body: '<h1>Part One</h1><h2>The Old Buccaneer</h2>' },
      { name: 'a.xhtml', body: '<h2>I. The Inn</h2><p>One.</p>' },
      { name: 'b.xhtml', body: '<h2>II. The Dog</h2><p>Two.</p>' },
      { name: 'p2.xhtml', body: '<h1>Part Two</h1>' },
      { name: 'c.xhtml', body: '<h2>III. The Sea</h2><p>Three.</p>' },
      { name: 'd.xhtml', body: '<h2>Epilogue</h2><p>Four.</p>' },
    ];
    const expected = [
      'Part One: The Old Buccaneer — I. The Inn',
      'Part One: The Old Buccaneer — II. The Dog',
      'Part Two — III. The Sea',
      'Epilogue',
    ];
    const leaf = (title: string, name: string) => ({ title, href: `${name}.xhtml` });
    const nested = [
      { ...leaf('Part One', 'p1'), children: [leaf('I. The Inn', 'a'), leaf('II. The Dog', 'b')] },
      { ...leaf('Part Two', 'p2'), children: [leaf('III. The Sea', 'c')] },
      leaf('Epilogue', 'd'),
    ];
    const flat = [
      leaf('Part One', 'p1'),
      leaf('I. The Inn', 'a'),
      leaf('II. The Dog', 'b'),
      leaf('Part Two', 'p2'),
      leaf('III. The Sea', 'c'),
      leaf('Epilogue', 'd'),
    ];
    const unnamed = flat.filter((entry) => !entry.title.startsWith('Part'));
    expect(await titlesOf({ files, toc: nested })).toEqual(expected);
    expect(await titlesOf({ files, toc: flat })).toEqual(expected);
    expect(await titlesOf({ files, toc: unnamed })).toEqual(expected);
    // Headings alone do not show that an epilogue is not in the last part.
    expect(await titlesOf({ files })).toEqual([...expected.slice(0, 3), 'Part Two — Epilogue']);
  });

  test('a part with its own text is a chapter; a part’s motto moves to its first chapter', async () => {
    const files = [
      { name: 'p1.xhtml', body: `<h1>Part One</h1><p>${long('In those days')}</p>` },
      { name: 'a.xhtml', body: '<h2>Alpha</h2><p>One.</p>' },
      { name: 'p2.xhtml', body: '<h1>Part Two</h1><p>Fortune favours the bold.</p>' },
      { name: 'b.xhtml', body: '<h2>Beta</h2><p>Two.</p>' },
    ];
    const toc = [
      { title: 'Part One', href: 'p1.xhtml', children: [{ title: 'Alpha', href: 'a.xhtml' }] },
      { title: 'Part Two', href: 'p2.xhtml', children: [{ title: 'Beta', href: 'b.xhtml' }] },
    ];
    const book = await read({ files, toc });
    expect(book.chapters.map(fullTitle)).toEqual(['Part One', 'Alpha', 'Part Two — Beta']);
    expect(book.chapters[2]?.content).toBe('Fortune favours the bold.\n***\nTwo.');
  });

  test('numbered parts of a story in a collection stay in that story', async () => {
    const story = (name: string, title: string) => ({ name, body: `<h2>${title}</h2><p>${long(title)}</p>` });
    const files = [
      {
        name: 's.xhtml',
        body: `<h2>A Scandal</h2><h3 id="i">I</h3><p>${long('To her')}</p><h3 id="ii">II</h3><p>At three.</p>`,
      },
      story('r.xhtml', 'The League'),
      story('c.xhtml', 'A Case'),
      story('o.xhtml', 'The Pips'),
    ];
    const toc = [
      {
        title: 'A Scandal',
        href: 's.xhtml',
        children: [
          { title: 'I', href: 's.xhtml#i' },
          { title: 'II', href: 's.xhtml#ii' },
        ],
      },
      { title: 'The League', href: 'r.xhtml' },
      { title: 'A Case', href: 'c.xhtml' },
      { title: 'The Pips', href: 'o.xhtml' },
    ];
    const book = await read({ files, toc });
    expect(book.chapters).toHaveLength(4);
    expect(book.chapters[0]).toEqual({
      volume: '',
      title: 'A Scandal',
      authorNotes: '',
      content: `I\n${long('To her')}\nII\nAt three.`,
    });
  });

  test('without a table of contents, headings start chapters; without headings, files do', async () => {
    const headed = [
      {
        name: 'a.xhtml',
        body: '<h1>The Book</h1><h2>Chapter One</h2><p>One.</p><h2>Chapter Two</h2><p>Two.</p>',
      },
      { name: 'b.xhtml', body: '<h2>Chapter Three</h2><p>Three.</p><h3>A letter</h3><p>Dear you.</p>' },
    ];
    const book = await read({ title: 'The Book', files: headed });
    expect(book.chapters.map(({ title, content }) => [title, content])).toEqual([
      ['Chapter One', 'One.'],
      ['Chapter Two', 'Two.'],
      ['Chapter Three', 'Three.\nA letter\nDear you.'],
    ]);
    const bare = ['One.', 'Two.'].map((text, i) => ({ name: `${i}.xhtml`, body: `<p>${text}</p>` }));
    expect(await titlesOf({ files: bare })).toEqual(['Chapter 1', 'Chapter 2']);
  });

  test('a table of contents on several levels that only repeats the headings divides like them', async () => {
    const files = [1, 2].map((n) => ({
      name: `${n}.xhtml`,
      body: `<h1 id="a">Chapter ${n}</h1><h2 id="b">Salt ${n}</h2><p>${long('Text')}</p><h2 id="c">Later</h2><p>${long('More')}</p>`,
    }));
    const toc = [1, 2].map((n) => ({
      title: `Chapter ${n}`,
      href: `${n}.xhtml#a`,
      children: [
        { title: `Salt ${n}`, href: `${n}.xhtml#b` },
        { title: 'Later', href: `${n}.xhtml#c` },
      ],
    }));
    expect(await titlesOf({ files, toc })).toEqual(['Chapter 1: Salt 1', 'Chapter 2: Salt 2']);
  });

  test('an incomplete table of contents loses no chapters', async () => {
    const files = [1, 2, 3, 4].map((n) => ({
      name: `${n}.xhtml`,
      body: `<h2>Chapter ${n}</h2><p>Text ${n}.</p>`,
    }));
    const toc = [
      { title: 'Chapter 1', href: '1.xhtml' },
      { title: 'Chapter 3', href: '3.xhtml' },
    ];
    const book = await read({ files, toc });
    expect(book.chapters.map(({ title, content }) => [title, content])).toEqual(
      [1, 2, 3, 4].map((n) => [`Chapter ${n}`, `Text ${n}.`]),
    );
  });

  test('the reading order is that of the spine, not of the table of contents', async () => {
    const files = ['a', 'b', 'c'].map((name) => ({
      name: `${name}.xhtml`,
      body: `<h1>${name.toUpperCase()} story</h1><p>Text ${name}.</p>`,
    }));
    const toc = ['c', 'a', 'b', 'a'].map((name) => ({
      title: `${name.toUpperCase()} story`,
      href: `${name}.xhtml`,
    }));
    expect((await read({ files, toc })).chapters.map((chapter) => chapter.content)).toEqual([
      'Text a.',
      'Text b.',
      'Text c.',
    ]);
  });
});

describe('excluded content', () => {
  const story = { name: 'c.xhtml', body: `<h1>The Story</h1><p>${long('Once')}</p>` };
  const after = { name: 'd.xhtml', body: `<h1>The End of It</h1><p>${long('Then')}</p>` };
  const storyToc = [
    { title: 'The Story', href: 'c.xhtml' },
    { title: 'The End of It', href: 'd.xhtml' },
  ];

  test('pages that are not part of the work by EPUB type, title or guide are excluded', async () => {
    const files = [
      { name: 'cover.xhtml', body: '<p>Cover words</p>' },
      {
        name: 't.xhtml',
        body: '<section epub:type="titlepage"><h1>A Book</h1><p>By An Author</p></section>',
      },
      {
        name: 'i.xhtml',
        body: '<h2>Contents</h2><p><a href="c.xhtml">The Story</a></p><p><a href="d.xhtml">The End</a></p>',
      },
      { name: 'l.xhtml', body: '<h2>List of Illustrations</h2><p>The sea ... 12</p>' },
      { name: 'r.xhtml', body: '<p>All rights reserved. ISBN 123.</p>' },
      story,
      after,
      { name: 'n.xhtml', body: "<h2>Transcriber's Note</h2><p>Spelling was kept.</p>" },
      { name: 'x.xhtml', body: '<h2>Also by An Author</h2><p>Another Book</p>' },
      { name: 'o.xhtml', body: '<section epub:type="colophon"><p>Set in Bembo.</p></section>' },
    ];
    const guide = '<guide><reference type="cover" href="cover.xhtml"/></guide>';
    const named = files.map(({ name }) => ({ title: name, href: name }));
    const titles = ['The Story', 'The End of It'];
    expect(await titlesOf({ files, toc: storyToc, guide })).toEqual(titles);
    const all = [
      { title: 'Cover', href: 'cover.xhtml' },
      ...named.slice(1, 2).map((entry) => ({ ...entry, title: 'Title Page' })),
      { title: 'Contents', href: 'i.xhtml' },
      { title: 'Illustrations', href: 'l.xhtml' },
      { title: 'Copyright', href: 'r.xhtml' },
      ...storyToc,
      { title: 'Transcriber’s Note', href: 'n.xhtml' },
      { title: 'Also by An Author', href: 'x.xhtml' },
      { title: 'Colophon', href: 'o.xhtml' },
    ];
    expect(await titlesOf({ files, toc: all })).toEqual(titles);
  });

  test('prologue, preface and epilogue are chapters', async () => {
    const files = ['Preface', 'Prologue', 'One', 'Epilogue', 'Afterword'].map((title, i) => ({
      name: `${i}.xhtml`,
      body: `<h1>${title}</h1><p>Text of it.</p>`,
    }));
    const toc = files.map(({ name }, i) => ({
      title: ['Preface', 'Prologue', 'One', 'Epilogue', 'Afterword'][i] ?? '',
      href: name,
    }));
    expect(await titlesOf({ files, toc })).toEqual(['Preface', 'Prologue', 'One', 'Epilogue', 'Afterword']);
  });

  test('a dedication and an epigraph become the first chapter’s note', async () => {
    const files = [
      { name: 'a.xhtml', body: '<section epub:type="dedication"><p>To<br/>my brother</p></section>' },
      {
        name: 'b.xhtml',
        body: '<section epub:type="epigraph"><h2>To the Buyer</h2><p>If tales…</p></section>',
      },
      story,
      after,
    ];
    const book = await read({
      files,
      toc: [
        { title: 'Dedication', href: 'a.xhtml' },
        { title: 'To the Buyer', href: 'b.xhtml' },
        ...storyToc,
      ],
    });
    expect(book.chapters.map((chapter) => chapter.title)).toEqual(['The Story', 'The End of It']);
    expect(book.chapters[0]?.authorNotes).toBe('To\nmy brother\nTo the Buyer\nIf tales…');
  });

  test('Project Gutenberg’s header, footer and licence are excluded, in old and new books', async () => {
    const text =
      '<h2>CHAPTER I</h2><p>It was a dark night.</p><h2>CHAPTER II</h2><p>It was a bright day.</p>';
    const old = {
      name: 'a.xhtml',
      body: `<pre>The Project Gutenberg EBook of A Book, by An Author\n\nThis eBook is for the use of anyone anywhere\n\n*** START OF THIS PROJECT GUTENBERG EBOOK A BOOK ***</pre>
        <p>Produced by Ann Other and the Online Team</p><h1>A BOOK</h1><p>by An Author</p>${text}
        <p>End of the Project Gutenberg EBook of A Book, by An Author</p><h3>START: FULL LICENSE</h3><p>THE FULL PROJECT GUTENBERG LICENSE</p><p>Please read this.</p>`,
    };
    const modern = {
      name: 'a.xhtml',
      body: `<section class="pg-boilerplate pgheader" id="pg-header"><h2>The Project Gutenberg eBook of A Book</h2><div>This ebook is for the use of anyone.</div></section>
        <h1>A BOOK</h1><p>by An Author</p>${text}<section class="pg-boilerplate pgfooter"><h2>THE FULL PROJECT GUTENBERG LICENSE</h2><p>To protect…</p></section>`,
    };
    for (const file of [old, modern]) {
      const book = await read({ files: [file] });
      expect(book.chapters.map(({ title, content }) => [title, content])).toEqual([
        ['Chapter I', 'It was a dark night.'],
        ['Chapter II', 'It was a bright day.'],
      ]);
    }
  });

  test('non-linear files are excluded', async () => {
    const files = [story, { name: 'z.xhtml', body: '<p>A map.</p>', linear: false }, after];
    const book = await read({ files, toc: storyToc });
    expect(book.chapters.map((chapter) => chapter.content).join('\n')).not.toContain('A map.');
  });
});

test('an entry of the contents that only says where to start names no chapter', async () => {
  const bytes = epubOf({
    files: [
      { name: 'a.xhtml', body: '<h1>Salt</h1><p>One by one they came.</p>' },
      { name: 'b.xhtml', body: '<h1>Rope</h1><p>Then they left.</p>' },
    ],
    toc: [
      { title: 'Start', href: 'a.xhtml' },
      { title: 'Rope', href: 'b.xhtml' },
    ],
  });
  const { chapters } = await parseBook({ name: 'a.epub', bytes });
  expect(chapters.map(({ title }) => title)).toEqual(['Salt', 'Rope']);
});

test('the series of a book is that of calibre or of EPUB 3; a set is none', async () => {
  const seriesOf = async (metadata: string) =>
    (await read({ files: [{ name: 'a.xhtml', body: '<p>One.</p>' }], metadata })).series;
  const collection = '<meta property="belongs-to-collection" id="c">Coast Roads</meta>';
  const type = (name: string) => `<meta refines="#c" property="collection-type">${name}</meta>`;
  expect(await seriesOf('<meta name="calibre:series" content="Coast Roads"/>')).toBe('Coast Roads');
  expect(await seriesOf(collection)).toBe('Coast Roads');
  expect(await seriesOf(collection + type('series'))).toBe('Coast Roads');
  expect(await seriesOf(collection + type('set'))).toBe('');
});
