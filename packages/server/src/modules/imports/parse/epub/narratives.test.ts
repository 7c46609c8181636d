import { expect, test } from 'vitest';
import { parseBook } from '../parse-book.ts';
import { epubOf } from '../testing/epub-fixture.ts';
import { fullTitle } from '../testing/readers.ts';

const prose = (start: string) => `<p>${start} ${'and the moonlight lay on the sand '.repeat(60)}</p>`;

test('all chapters of a novel of narratives arrive: undivided ones beside one with many chapters', async () => {
  const chapters = Array.from({ length: 12 }, (_, i) => i + 1);
  const files = [
    { name: 'prologue.xhtml', body: `<h2>Prologue</h2>${prose('I')}` },
    // The narrative shares a file with its first chapter.
    ...chapters.map((n) => ({
      name: `c${n}.xhtml`,
      body: `${n === 1 ? '<h2>The Narrative of Gabriel</h2>' : ''}<h3 id="c">${n}</h3>${prose(`Chapter ${n}`)}`,
    })),
    { name: 'cuff.xhtml', body: `<h2>The Report of Cuff</h2>${prose('Sir')}` },
    { name: 'candy.xhtml', body: `<h2>The Letter of Candy</h2>${prose('Dear')}` },
    { name: 'epilogue.xhtml', body: `<h2>Epilogue</h2>${prose('The end')}` },
  ];
  const toc = [
    { title: 'Prologue', href: 'prologue.xhtml' },
    {
      title: 'The Narrative of Gabriel',
      href: 'c1.xhtml',
      children: chapters.map((n) => ({ title: String(n), href: n === 1 ? 'c1.xhtml' : `c${n}.xhtml` })),
    },
    { title: 'The Report of Cuff', href: 'cuff.xhtml' },
    { title: 'The Letter of Candy', href: 'candy.xhtml' },
    { title: 'Epilogue', href: 'epilogue.xhtml' },
  ];
  const book = await parseBook({ name: 'm.epub', bytes: epubOf({ files, toc }) });
  expect(book.chapters.map(fullTitle)).toEqual([
    'Prologue',
    ...chapters.map((n) => `The Narrative of Gabriel — ${n}`),
    'The Report of Cuff',
    'The Letter of Candy',
    'Epilogue',
  ]);
  expect(book.chapters[12]?.content).toMatch(/^Chapter 12 /);
});
