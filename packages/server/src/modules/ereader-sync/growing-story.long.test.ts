import * as chapters from '@inkling/contract/chapters';
import type { EbookFormat } from '@inkling/contract/ebooks';
import { saveChapterProgress } from '@inkling/contract/library';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { growing, growth, isGrowth, pick } from '../ebooks/testing/growth.ts';
import { download, paragraphsOn, type Readable } from '../ebooks/testing/readable.ts';
import { type Device, koreader } from './testing/device.ts';
import { parsePointer } from './xpointer.ts';

/**
 * A story grows in random ways while a reader reads in files of different ages on three devices, and on the site. Each
 * device is led to the paragraph that was read last or, where its file does not have that, to the nearest before.
 */
const site = testApp();
const write = writing(site);
const of = (id: string) => ({ params: { id } });

const step = fc.oneof(growth, fc.record({ kind: fc.constant('download'), a: pick, b: pick }), {
  weight: 3,
  arbitrary: fc.record({ kind: fc.constantFrom('read', 'web'), a: pick, b: pick }),
});

test('each place returned is the same paragraph, or the nearest before', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      runs += 1;
      const [author, reader] = [await site.person(), await site.person()];
      const as = site.as(author);
      const { story } = await write.published(author, { chapters: 3, allowsEbook: true });
      const id = story._id;
      const { listed, grow } = growing(site, author, id);
      /** Positions of chapters in the reading order, as the site stores them. */
      const positionsOf = async () =>
        site.ctx.db
          .selectFrom('ebook_items')
          .select(['position', 'chapter_id'])
          .where('story_id', '=', id)
          .execute();
      const pageOf = (file: Readable, position: number) => paragraphsOn(file.pages[position + 1] ?? '');

      const devices: {
        device: Device;
        format: EbookFormat;
        file: Readable;
        last: string;
        number: number;
      }[] = [];
      for (const [index, format] of (['epub', 'epub', 'kepub'] as const).entries()) {
        const device = await koreader(site, reader, 'ABC'[index]);
        const file = await download(site, reader, id, format);
        devices.push({ device, format, file, last: '', number: index + 1 });
      }
      // What each device sends first is later than what was sent before, so that it counts as reading.
      let newest = { chapter: '', paragraph: '', order: [] as string[] };
      const read = async (index: number, position: number, k: number) => {
        const one = devices[index % 3];
        if (one === undefined) return;
        const order = pageOf(one.file, position);
        const inner = one.format === 'kepub' ? '/div/div' : '';
        const progress = `/body/DocFragment[${position + 2}]/body${inner}/section/p[${k + 1}]/text().0`;
        if (progress === one.last) return;
        site.clock.advance(1000);
        expect((await one.device.put(one.file.document, progress)).statusCode).toBe(200);
        one.last = progress;
        const chapter = (await positionsOf()).find((item) => item.position === position)?.chapter_id ?? '';
        newest = { chapter, paragraph: order[k] ?? '', order };
      };
      for (const { number } of devices) await read(number - 1, 1, number);

      for (const step of steps) {
        const { kind, a, b } = step;
        const open = (await listed()).filter(({ isPublished }) => isPublished);
        if (isGrowth(step)) await grow(step, newest);
        else if (kind === 'download') {
          const one = devices[a % 3];
          if (one && open.length > 0) one.file = await download(site, reader, id, one.format);
          site.clock.advance(3_600_000);
        } else if (kind === 'read') {
          const one = devices[a % 3];
          const items = (await positionsOf()).filter(
            ({ position, chapter_id }) =>
              open.some(({ _id }) => _id === chapter_id) &&
              one &&
              pageOf(one.file, position).some((p) => p !== ''),
          );
          const item = items[b % Math.max(1, items.length)];
          if (one && item) await read(a, item.position, (a + b) % pageOf(one.file, item.position).length);
        } else if (kind === 'web' && open.length > 0) {
          const one = open[b % open.length];
          if (one === undefined) continue;
          const { body } = await as.call(chapters.readChapterForAuthor, of(one._id));
          const order = body.data.paragraphIds.filter((p) => p !== null).map(String);
          const paragraph = order[a % order.length] ?? '';
          site.clock.advance(1000);
          const position = { paragraph: Number(paragraph), offset: 0, version: body.data.version };
          await site
            .as(reader)
            .call(saveChapterProgress, { ...of(one._id), body: { progress: 50, position } });
          newest = { chapter: one._id, paragraph, order };
        }

        const now = (await listed()).map(({ _id, isPublished }) => ({ _id, isPublished }));
        const items = await positionsOf();
        for (const { device, file } of devices) {
          const found = parsePointer((await device.get(file.document)).progress);
          if (found === null || typeof found.place !== 'number') throw new Error('There is no place.');
          const has = items.filter(({ position }) => pageOf(file, position).some((p) => p !== ''));
          const own = has.find(({ chapter_id }) => chapter_id === newest.chapter);
          const chapter = items.find(({ position }) => position === found.page)?.chapter_id;
          const page = pageOf(file, found.page);
          if (own !== undefined) {
            expect(chapter).toBe(newest.chapter);
            const before = newest.order.slice(0, newest.order.indexOf(newest.paragraph) + 1).reverse();
            const nearest = before.find((p) => page.includes(p)) ?? page[0];
            expect(page[found.place - 1]).toBe(nearest);
            continue;
          }
          const place = now.findIndex(({ _id }) => _id === newest.chapter);
          // A deleted chapter has no place among the others here; ereader-sync.test.ts has one.
          if (place < 0) continue;
          const there = now.filter(
            ({ _id, isPublished }) => isPublished && has.some((one) => one.chapter_id === _id),
          );
          const earlier = there.filter(({ _id }) => now.findIndex((one) => one._id === _id) < place).at(-1);
          if (earlier !== undefined) {
            expect(chapter).toBe(earlier._id);
            expect(found.place).toBe(page.length);
          } else if (there[0] !== undefined) {
            expect(chapter).toBe(there[0]._id);
            expect(found.place).toBe(1);
          }
        }
      }
    }),
    { numRuns: 20 },
  );
  expect(runs).toBeGreaterThan(10);
}, 600_000);
