import { type ExportFormat, exportStory } from '@inkling/contract/exports';
import { listGlossary, listRecaps, saveGlossaryEntry, setRecap } from '@inkling/contract/glossary';
import { chaptersOfRows } from '@inkling/contract/import-rows';
import { newId } from '@inkling/contract/new-id';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { parseBook } from '../imports/index.ts';
import { importsOf, rowsOf } from '../imports/testing/import-calls.ts';

const site = testApp();
const write = writing(site);
const { start, read, planOf, confirm, ended } = importsOf(site);

/** A story of three chapters, of which the last is a draft, with an entry and recaps; as a file. */
async function exported(drafts: boolean, format: ExportFormat = 'epub') {
  const author = await site.person();
  const { story, chapters } = await write.published(author, { chapters: 2 });
  const { _id: draft } = await write.chapter(author, story._id, { title: 'A draft', isPublished: false });
  const ids = [...chapters.map(({ _id }) => _id), draft];
  await site.as(author).call(saveGlossaryEntry, {
    params: { id: story._id, entryId: newId(site.clock.now().getTime()) },
    body: {
      kind: 'place',
      names: ['Ashport', 'the “Port” & <harbor>'],
      notes: ids.map((chapter, index) => ({ chapter, text: `Known from ${index + 1}.` })),
    },
  });
  for (const [index, id] of ids.entries())
    await site.as(author).call(setRecap, { params: { id }, body: { recap: `Recap ${index + 1}.` } });
  const input = {
    params: { id: story._id },
    query: { format, drafts: drafts ? ('true' as const) : ('false' as const) },
  };
  const { body } = await site.as(author).call(exportStory, input);
  return { author, bytes: new Uint8Array(await body.arrayBuffer()) };
}

async function stored(author: Awaited<ReturnType<typeof site.person>>, story: string | null) {
  const params = { id: story ?? '' };
  const entries = (await site.as(author).call(listGlossary, { params })).body.data;
  const recaps = (await site.as(author).call(listRecaps, { params })).body.data;
  return {
    entries: entries.map(({ kind, names, notes }) => [
      kind,
      ...names,
      ...notes.map(({ chapter, text }) => `${chapter.chapterNumber}: ${text}`),
    ]),
    recaps: recaps.map(({ chapter, recap }) => `${chapter.chapterNumber}: ${recap}`),
  };
}
const names = ['place', 'Ashport', 'the “Port” & <harbor>'];

test('an EPUB carries the glossary and recaps of its chapters, and an import restores them', async () => {
  const { author, bytes } = await exported(true);
  const { body } = await start(author, 'x.epub', bytes);
  const { story } = await ended(author, body.data._id);
  expect(await stored(author, story)).toEqual({
    entries: [[...names, '1: Known from 1.', '2: Known from 2.', '3: Known from 3.']],
    recaps: ['1: Recap 1.', '2: Recap 2.', '3: Recap 3.'],
  });
});

test('what belongs to a chapter that is left out of the export or the import stays out', async () => {
  const { author, bytes } = await exported(false);
  expect(
    Buffer.concat(Object.values(unzipSync(bytes)).map((file) => Buffer.from(file))).toString(),
  ).not.toContain('Known from 3.');
  const { body } = await start(author, 'x.epub', bytes);
  const { _id: id } = await read(author, body.data._id);
  const plan = await planOf(author, id);
  await confirm(author, id, 'Without its beginning', chaptersOfRows(rowsOf(plan)).slice(1));
  const { story } = await read(author, id);
  expect(await stored(author, story)).toEqual({
    entries: [[...names, '1: Known from 2.']],
    recaps: ['1: Recap 2.'],
  });
});

test('a glossary that another program has damaged is left out, and the book is imported', async () => {
  const { bytes } = await exported(true);
  const text = Buffer.from(bytes).toString('latin1');
  const damaged = Buffer.from(text.replaceAll('inkling-glossary.json', 'inkling-glossary.jsoN'), 'latin1');
  const book = await parseBook({ name: 'x.epub', bytes: damaged });
  expect(book.chapters).toHaveLength(3);
  expect(book.glossary).toBeUndefined();
});

test.each(['docx', 'markdown'] as const)(
  'a %s has the glossary and recaps of its chapters at its end, and an import leaves them out',
  async (format) => {
    for (const drafts of [true, false]) {
      const { bytes } = await exported(drafts, format);
      const text =
        format === 'docx'
          ? Buffer.from(unzipSync(bytes)['word/document.xml'] ?? []).toString()
          : Buffer.from(bytes).toString();
      for (const words of ['People and places', 'Ashport', 'Chapter 2: Known from 2.', 'Chapter 2: Recap 2.'])
        expect(text).toContain(words);
      expect([text.includes('Known from 3.'), text.includes('Recap 3.')]).toEqual([drafts, drafts]);
      const book = await parseBook({ name: `x.${format === 'docx' ? 'docx' : 'md'}`, bytes });
      expect(book.chapters.map(({ title }) => title)).toEqual(
        ['Chapter 1', 'Chapter 2', 'A draft'].slice(0, drafts ? 3 : 2),
      );
      expect(JSON.stringify(book)).not.toMatch(/Known from|Recap|People and places/);
    }
  },
);
