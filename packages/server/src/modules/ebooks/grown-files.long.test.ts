import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { epubcheck, hasEpubcheck } from '../exports/testing/epubcheck.ts';
import { growing, growth } from './testing/growth.ts';
import { download, type Readable } from './testing/readable.ts';

/** Files of a story that grows in random ways, for reading programs other than KOReader. */
const site = testApp();
const write = writing(site);
const steps = fc.array(growth, { minLength: 4, maxLength: 12 });

async function story() {
  const author = await site.person();
  const { story: made } = await write.published(author, { chapters: 3, allowsEbook: true });
  return { author, id: made._id, ...growing(site, author, made._id) };
}

interface Element {
  id: string;
  children: Element[];
  text: string;
}

/** The elements of a page, as an EPUB CFI counts them. */
function elementsOf(page: string): Element {
  const root: Element = { id: '', children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('opentag', ({ attributes }) => {
    const element = { id: String(attributes.id ?? ''), children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', (text) => {
    for (const element of open) element.text += text;
  });
  parser.write(page).close();
  return root;
}

/** Each paragraph of a file, by the path of a CFI such as `epubcfi(/6/8!/4/2/12)`, with its text and first Kobo span. */
function paragraphsOf({ pages }: Readable) {
  const found = new Map<string, { id: string; text: string }>();
  for (const [index, page] of pages.entries()) {
    const walk = ({ children }: Element, path: string): void => {
      for (const [number, child] of children.entries()) {
        const to = `${path}/${2 * (number + 1)}`;
        if (/^p\d+$/.test(child.id)) found.set(to, child);
        else walk(child, to);
      }
    };
    const [html] = elementsOf(page).children;
    if (html) walk(html, `/6/${2 * (index + 1)}!`);
  }
  return found;
}

/** Each Kobo span of a file, by page and id, with its text. */
const spansOf = ({ pages }: Readable): Map<string, string> =>
  new Map(
    pages.flatMap((page, index) =>
      [...page.matchAll(/id="(kobo\.[1-9]\d*\.\d+)">([^<]*)</g)].map(
        ([, id, text]) => [`${index} ${id}`, text ?? ''] as const,
      ),
    ),
  );

test('a CFI and a Kobo span lead to the same paragraph of the grown file', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (growths) => {
      const { author, id, grow, listed } = await story();
      const versions = async () => new Map((await listed()).map(({ _id, version }) => [_id, version]));
      const items = () =>
        site.ctx.db.selectFrom('ebook_items').selectAll().where('story_id', '=', id).execute();
      const files = async () =>
        [await download(site, author, id), await download(site, author, id, 'kepub')] as const;
      let [epub, kepub] = await files();
      let before = await versions();
      for (const step of growths) {
        await grow(step);
        const [nextEpub, nextKepub] = await files();
        const now = await versions();
        const unchanged = new Set(
          (await items())
            .filter(({ chapter_id }) => now.has(chapter_id) && now.get(chapter_id) === before.get(chapter_id))
            .map(({ position }) => position),
        );
        for (const [old, grown] of [
          [epub, nextEpub],
          [kepub, nextKepub],
        ] as const) {
          const [were, are] = [paragraphsOf(old), paragraphsOf(grown)];
          const placeOf = new Map(
            [...are].map(([path, { id: name }]) => [`${path.split('!')[0]} ${name}`, path]),
          );
          for (const [path, { id: name, text }] of were) {
            const [page = ''] = path.split('!');
            const position = Number(page.split('/')[2]) / 2 - 2;
            const isOpen = [...are.keys()].some((one) => one.startsWith(`${page}!`));
            if (!isOpen) continue;
            compared += 1;
            // Of a text that is the same, the path alone leads there; of an edited one, the id that a CFI also names.
            if (unchanged.has(position))
              expect(are.get(path)).toEqual(expect.objectContaining({ id: name, text }));
            const there = are.get(placeOf.get(`${page} ${name}`) ?? '');
            if (there !== undefined) expect(there.text).toBe(text);
          }
        }
        // An edit of these tests replaces paragraphs whole, so a paragraph that is still there has the same sentences.
        const [spans, newSpans] = [spansOf(kepub), spansOf(nextKepub)];
        for (const [name, text] of spans) if (newSpans.has(name)) expect(newSpans.get(name)).toBe(text);
        for (const position of unchanged)
          for (const name of spans.keys())
            if (name.startsWith(`${position + 1} `) && kept(nextKepub, position))
              expect(newSpans.has(name)).toBe(true);
        [epub, kepub, before] = [nextEpub, nextKepub, now];
      }
    }),
    { numRuns: 12 },
  );
  expect(compared).toBeGreaterThan(1000);
}, 600_000);

/** Whether a file has the text of a chapter. */
const kept = ({ pages }: Readable, position: number): boolean => /<p id="p\d/.test(pages[position + 1] ?? '');

test.skipIf(!hasEpubcheck)(
  'epubcheck finds nothing in them (needs Debian’s package epubcheck)',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 2, maxLength: 2 }), async (parts) => {
        const { author, id, grow } = await story();
        for (const [index, growths] of parts.entries()) {
          for (const step of growths) {
            await grow(step);
            // Chapters get their pages in the order in which files first had them.
            await download(site, author, id);
          }
          const { bytes } = await download(site, author, id, index === 0 ? 'epub' : 'kepub');
          expect(await epubcheck(bytes)).toContain('No errors or warnings');
        }
      }),
      { numRuns: 6 },
    );
  },
  600_000,
);
