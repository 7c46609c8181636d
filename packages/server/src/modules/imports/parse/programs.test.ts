import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFileAsBook } from './parse-book.ts';

/** A novel that each of these programs has written as a file: its volumes, titles and lines. */
const novel = `# / Prologue
Before the harbor had a name, a keeper carried the lamp up ninety steps every evening and down again at dawn.
Nobody paid her. She did it because her mother had, and because the dark was *very* long that year.
# Part One: The Lamp / Chapter 1: Salt
Mara counted the sacks twice. There were **eleven**, and the ledger said twelve.
“Somebody was here,” she said. It was un\u2060*believ*\u2060able, and yet the door hung open.
***
The gulls had gone quiet by noon.[1] Jon came up the path with wet boots.
| O salt, O road, O morning,
| the tide forgets us all,
| and ropes that held till dawning
| let go before the fall.
He sang it badly, as always.
***
[1] Gulls are never quiet at noon, as every pilot knows.
# Part One: The Lamp / Chapter 2: Rope
She wrote a list on the back of a chart:
1. bread for three days
2. oil, the good kind
3. a coil of rope
Then she tore it in half and kept the lower part.
<System> You have gained the skill Salt Sense.
She did not look up at the words. They always went away.
# Part One: The Lamp / Chapter 3: Oil
The shop smelled of tar.[1] Two old men argued about weights.
Lamp oil
four pennies
Whale oil
nine pennies
She paid for neither and left by the back.
***
[1] Tar was sold by the bucket until the war.
# Part Two: The Tide / Chapter 4: Low Water
At low water the old road showed, white and straight.
Die Lampe brennt noch, sagte die Fremde, und niemand wird sie heute löschen.
Mara understood one word in three, and *that* was enough.
# Part Two: The Tide / Chapter 5
They walked for an hour without speaking.
***
The stones on the wall were numbered by some patient hand:
IV. the drowned bell
V. the fishers’ gate
VI. the widow
There were no others, before or after.
# Part Two: The Tide / Chapter 6: A Knock
Something knocked under the road, three times, politely.
“Don’t answer,” said Jon. ***Nobody*** answered.[1]
***
[1] Later, each of them claimed to have been asleep.
# / Epilogue
The lamp still burns. Ask anyone who has come in by night.
Ask *me*.`;

type Change = readonly [found: string | RegExp, shown: string];

const cellsInRows: Change = ['oil\nfour pennies\nWhale oil\nnine', 'oil | four pennies\nWhale oil | nine'];
const noVerse: Change = [/^\| /gm, ''];
/** Emphasis inside a word stays as it is written. */
const insideWord: Change = ['un\u2060*believ*\u2060able', 'un*believ*able'];
/** The program keeps the first number of a list, not the Roman numerals. */
const arabic: Change = [/^IV(.*)\nV(.*)\nVI/m, '4$1\n5$2\n6'];
const fromOne: Change = [/^IV(.*)\nV(.*)\nVI/m, 'I$1\nII$2\nIII'];
/** The program writes no numbers. */
const noNumbers: Change = [/^(?:\d|[IV]+)\. /gm, ''];
const straightQuotes: readonly Change[] = [
  [/[“”]/g, '"'],
  [/’/g, "'"],
];
const noRule: Change = [/\n\*{3}$/gm, ''];
const noEmphasis: Change = [/\u2060|\*+(?=\w)|(?<=\w)\*+/g, ''];
/** The program writes no headings of levels: the epilogue is in the last part. */
const flat: Change = ['# / Epilogue', '# Part Two: The Tide / Epilogue'];
/** The program writes notes as paragraphs without links to them, in their file of the book. */
const notesAsText: readonly Change[] = [
  [/\*{3}\n\[1\] Gulls.*\n/, ''],
  [/\[1\](?= Jon)/, '1'],
  [/\[1\](?= Two)/, '2'],
  [/\[1\] Tar (.*)/, 'Gulls are never quiet at noon, as every pilot knows.↩︎\nTar $1↩︎'],
  [/\[1\]$/m, '1'],
  [/\[1\] Later(.*)/, 'Later$1↩︎'],
];

const pandoc = 'pandoc 2.17.1.1';
const libreOffice = 'LibreOffice 7.4.7.2';
const calibre = 'calibre 6.13.0';
const abiWord = 'AbiWord 3.0.5';

/** The file, its program, what differs, and the details of the book if they do. */
const files: readonly (readonly [string, string, (readonly Change[])?, object?])[] = [
  ['pandoc.docx', pandoc],
  ['pandoc.odt', pandoc],
  ['pandoc.rtf', pandoc],
  ['pandoc.fb2', pandoc, [cellsInRows]],
  ['pandoc.html', pandoc, [cellsInRows]],
  ['pandoc-epub2.epub', pandoc, [cellsInRows]],
  ['pandoc-epub3.epub', pandoc, [cellsInRows]],
  ['pandoc.md', pandoc, [insideWord, ...straightQuotes, cellsInRows]],
  ['pandoc-gfm.md', pandoc, [insideWord, cellsInRows, arabic]],
  ['libreoffice.docx', libreOffice],
  ['libreoffice.odt', libreOffice],
  ['libreoffice.rtf', libreOffice],
  ['libreoffice.html', libreOffice],
  ['libreoffice.epub', libreOffice, [noNumbers, flat]],
  ['calibre.docx', calibre],
  ['calibre.epub', calibre, [cellsInRows]],
  // It wrote this one from pandoc.docx.
  ['calibre-docx.epub', calibre],
  [
    'calibre.fb2',
    calibre,
    [
      noVerse,
      noNumbers,
      ...notesAsText,
      flat,
      // Above and below each of these it writes an empty line.
      ['dawning\n', 'dawning\n***\n'],
      [/\n(Lamp|Whale)/g, '\n***\n$1'],
      ['***\nGulls', 'Gulls'],
    ],
  ],
  [
    'calibre.rtf',
    calibre,
    [
      noNumbers,
      ...notesAsText,
      noRule,
      ['O salt', '  O salt'],
      [/oil\n(.*)\nWhale oil\n(.*)\n/, 'oil $1 Whale oil $2 '],
    ],
  ],
  [
    'calibre.txt',
    calibre,
    [noVerse, noNumbers, ...notesAsText, flat, [/oil\n/g, 'oil '], noEmphasis],
    { title: 'Calibre', author: null },
  ],
  ['abiword.docx', abiWord, [], { author: null }],
  ['abiword.odt', abiWord, [noNumbers]],
  ['abiword.rtf', abiWord, [noNumbers]],
  ['npm-docx.docx', 'docx 9.15.2'],
  ['npm-epub-gen-memory.epub', 'epub-gen-memory 1.1.2', [cellsInRows, fromOne]],
  ['npm-nodepub.epub', 'nodepub 5.1.1', [cellsInRows]],
];

for (const [name, program, changes = [], details = {}] of files)
  test(`${name} as ${program} wrote it`, async () => {
    const bytes = readFileSync(join(import.meta.dirname, 'testing/files/programs', name));
    const { book } = await readFileAsBook({ name, bytes });
    const read = book.pieces
      .filter(({ proposal }) => proposal === 'chapter')
      .map(({ volume, title, content }) => `# ${volume}${volume && ' '}/ ${title}\n${content}`);
    let expected = novel;
    for (const [found, shown] of changes) expected = expected.replace(found, shown);
    expect(read.join('\n')).toBe(expected);
    expect(book).toMatchObject({ title: 'The Salt Road', author: 'Mara Venn', ...details });
    expect(book.losses.missing).toBeUndefined();
  });
