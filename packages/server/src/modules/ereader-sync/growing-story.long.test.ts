import * as chapters from '@inkling/contract/chapters';
import { saveChapterProgress } from '@inkling/contract/library';
import { restoreChapter } from '@inkling/contract/trash';
import { createVolume } from '@inkling/contract/volumes';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
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

const pick = fc.nat({ max: 1000 });
const step = fc.oneof(
  fc.record({
    kind: fc.constantFrom('append', 'insert', 'edit', 'withdraw', 'delete', 'restore', 'volume'),
    a: pick,
    b: pick,
  }),
  fc.record({ kind: fc.constant('download'), a: pick, b: pick }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('read', 'web'), a: pick, b: pick }) },
);

const linesOf = (name: string) =>
  Array.from({ length: 12 }, (_, index) => `${name}x${index} `.repeat(18).trim());

test('each place returned is the same paragraph, or the nearest before', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      runs += 1;
      const [author, reader] = [await site.person(), await site.person()];
      const as = site.as(author);
      const { story, chapters: first } = await write.published(author, { chapters: 3, allowsEbook: true });
      const id = story._id;
      const added = [...first.map(({ _id }) => _id)];
      const deleted: string[] = [];
      const listed = async () =>
        (await as.call(chapters.listChaptersForAuthor, { params: { storyId: id } })).body.data;
      /** Positions of chapters in the reading order, as the site stores them. */
      const positionsOf = async () =>
        site.ctx.db
          .selectFrom('ebook_items')
          .select(['position', 'chapter_id'])
          .where('story_id', '=', id)
          .execute();
      const pageOf = (file: Readable, position: number) => paragraphsOn(file.pages[position + 1] ?? '');

      const devices: { device: Device; file: Readable; last: string; number: number }[] = [];
      for (const name of ['A', 'B', 'C']) {
        const device = await koreader(site, reader, name);
        devices.push({
          device,
          file: await download(site, reader, id),
          last: '',
          number: devices.length + 1,
        });
      }
      // What each device sends first is later than what was sent before, so that it counts as reading.
      let newest = { chapter: '', paragraph: '', order: [] as string[] };
      const read = async (index: number, position: number, k: number) => {
        const one = devices[index % 3];
        if (one === undefined) return;
        const order = pageOf(one.file, position);
        const progress = `/body/DocFragment[${position + 2}]/body/section/p[${k + 1}]/text().0`;
        if (progress === one.last) return;
        site.clock.advance(1000);
        expect((await one.device.put(one.file.document, progress)).statusCode).toBe(200);
        one.last = progress;
        const chapter = (await positionsOf()).find((item) => item.position === position)?.chapter_id ?? '';
        newest = { chapter, paragraph: order[k] ?? '', order };
      };
      for (const { number } of devices) await read(number - 1, 1, number);

      for (const { kind, a, b } of steps) {
        const all = await listed();
        const open = all.filter(({ isPublished }) => isPublished);
        const chosen = all[a % Math.max(1, all.length)];
        if (kind === 'append' || kind === 'insert') {
          const made = await write.chapter(author, id, { content: linesOf(`n${added.length}`).join('\n') });
          added.push(made._id);
          if (kind === 'insert') {
            const chapterOrder = all.map(({ _id }) => _id);
            chapterOrder.splice(a % (all.length + 1), 0, made._id);
            await as.call(chapters.reorderChapters, { ...of(id), body: { chapterOrder } });
          }
        } else if (kind === 'edit' && chosen) {
          // Often where the reader is, so that the paragraph and its neighbours go.
          const isHere = a % 3 > 0 && all.some(({ _id }) => _id === newest.chapter);
          const edited = isHere ? newest.chapter : chosen._id;
          const { body } = await as.call(chapters.readChapterForAuthor, of(edited));
          const lines = body.data.content.split('\n');
          const here = body.data.paragraphIds.indexOf(Number(newest.paragraph));
          if (isHere && here >= 0) lines.splice(here, 1);
          else if (lines.length > 11) lines.splice(b % lines.length, 1 + (b % 2));
          lines.splice(a % lines.length, 0, `e${a}y${b} `.repeat(20).trim());
          await as.call(chapters.updateChapter, { ...of(edited), body: { content: lines.join('\n') } });
        } else if (kind === 'withdraw' && chosen && open.length > 1)
          await as.call(chapters.updateChapter, { ...of(chosen._id), body: { isPublished: false } });
        else if (kind === 'delete' && chosen && open.length > 1) {
          await as.call(chapters.deleteChapter, of(chosen._id));
          deleted.push(chosen._id);
        } else if (kind === 'restore') {
          const back = deleted.shift();
          if (back) await as.call(restoreChapter, of(back));
          else if (chosen)
            await as.call(chapters.updateChapter, { ...of(chosen._id), body: { isPublished: true } });
        } else if (kind === 'volume' && chosen)
          await as.call(createVolume, { ...of(id), body: { title: `V${a}`, firstChapter: chosen._id } });
        else if (kind === 'download') {
          const one = devices[a % 3];
          if (one && open.length > 0) one.file = await download(site, reader, id);
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
          const chapter = items.find(({ position }) => position === found.position)?.chapter_id;
          const page = pageOf(file, found.position);
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
