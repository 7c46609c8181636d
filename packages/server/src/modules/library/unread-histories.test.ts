import { createChapter, reorderChapters, updateChapter } from '@inkling/contract/chapters';
import * as calls from '@inkling/contract/library';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minute } from '../../platform/clock.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);

interface ModelChapter {
  id: string;
  isPublished: boolean;
  firstPublished: number;
  furthest: number;
  progress: number;
  savedAt: number;
}

/** One reader and one story, by docs/product/library.md#unread-chapters. */
class Model {
  chapters: ModelChapter[] = [];
  place: ModelChapter | null = null;
  lastRead = 0;
  caughtUp = 0;
  isDone = false;
  progress = 0;

  get published() {
    return this.chapters.filter(({ isPublished }) => isPublished);
  }
  isNew = (one: ModelChapter) => one.furthest < 100 && one.firstPublished > this.caughtUp;
  get unread() {
    return this.published.filter(this.isNew);
  }
  before(place: ModelChapter) {
    const at = this.chapters.indexOf(place);
    return this.published.filter((one) => this.chapters.indexOf(one) < at);
  }
  get unreadBefore() {
    const { place } = this;
    return place === null ? [] : this.before(place).filter(this.isNew);
  }
  get next() {
    const missed = this.unreadBefore;
    return this.unread.find((one) => !missed.includes(one)) ?? missed[0];
  }
  get shownPlace() {
    const { place } = this;
    if (place === null || place.isPublished) return place;
    return this.before(place).at(-1) ?? this.published[0] ?? null;
  }
  get hasNews() {
    return this.caughtUp > 0 && this.unread.length > 0;
  }
  get continueWith() {
    const { next, shownPlace } = this;
    const goesOn = shownPlace === null || this.hasNews || shownPlace.progress >= 100;
    return (goesOn ? next : undefined) ?? shownPlace;
  }
  read(one: ModelChapter, progress: number, at: number, isLate: boolean) {
    one.furthest = Math.max(one.furthest, progress);
    if (!isLate || at >= one.savedAt) Object.assign(one, { progress, savedAt: at });
    if (!isLate || at >= this.lastRead) Object.assign(this, { place: one, lastRead: at });
    const { published } = this;
    const completes = progress === 100 && this.unread.length === 0;
    const share = Math.min(99.99, (100 * (published.indexOf(one) + progress / 100)) / published.length);
    this.progress = Math.max(this.progress, completes ? 100 : share);
    if (completes) this.complete(at);
  }
  complete(at: number) {
    this.isDone = true;
    this.progress = 100;
    this.caughtUp = Math.max(this.caughtUp, at);
  }
}

const which = fc.nat({ max: 20 });
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      which,
      progress: fc.constantFrom(0, 30, 100, 100),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('late' as const),
      which,
      progress: fc.constantFrom(40, 100),
      minutes: fc.integer({ min: 1, max: 9 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('continue' as const, 'open' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('insert' as const, 'withdraw' as const, 'publish' as const),
      which,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('complete' as const), which }) },
);

test('after any history, Continue, progress, completion and what is unread are what the rules say', async () => {
  const author = await site.person();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
      const reader = await site.person();
      const model = new Model();
      const now = () => site.clock.now().getTime();
      const draft = await write.published(author, { chapters: 3 });
      const story = draft.story._id;
      const params = { id: story };
      const asReader = site.as(reader);
      const asAuthor = site.as(author);
      const added = (id: string, isPublished: boolean): ModelChapter => ({
        ...{ id, isPublished, firstPublished: now(), furthest: 0, progress: 0, savedAt: 0 },
      });
      model.chapters = draft.chapters.map(({ _id }) => added(_id, true));
      const save = async (one: ModelChapter, progress: number, at: number, isLate: boolean) => {
        const body = { progress, ...(isLate && { readAt: new Date(at).toISOString() }) };
        const { status } = await asReader.call(calls.saveChapterProgress, { params: { id: one.id }, body });
        expect(status).toBe(one.isPublished ? 200 : 404);
        if (one.isPublished) model.read(one, progress, at, isLate);
      };
      await save(model.chapters[0] as ModelChapter, 0, now(), false);
      for (const one of steps) {
        site.clock.advance(minute);
        const chapter = model.chapters[one.which % model.chapters.length] as ModelChapter;
        const publish = (isPublished: boolean) =>
          asAuthor.call(updateChapter, { params: { id: chapter.id }, body: { isPublished } });
        if (one.kind === 'read') await save(chapter, one.progress, now(), false);
        else if (one.kind === 'late') await save(chapter, one.progress, now() - one.minutes * minute, true);
        else if (one.kind === 'continue') {
          const to = model.continueWith;
          if (to) await save(to, 100, now(), false);
        } else if (one.kind === 'open')
          await asReader.call(calls.openStory, { params, query: { chapter: chapter.id } });
        else if (one.kind === 'complete') {
          await asReader.call(calls.markCompleted, { params });
          model.complete(now());
          model.lastRead = now();
        } else if (one.kind === 'insert') {
          const body = { story, title: 'Between', content: textOf(210), isPublished: false };
          const { _id } = (await asAuthor.call(createChapter, { body })).body.data;
          const at = one.which % (model.chapters.length + 1);
          model.chapters.splice(at, 0, added(_id, true));
          const chapterOrder = model.chapters.map(({ id }) => id);
          expect((await asAuthor.call(reorderChapters, { params, body: { chapterOrder } })).status).toBe(200);
          await asAuthor.call(updateChapter, { params: { id: _id }, body: { isPublished: true } });
        } else if (one.kind === 'publish' && !chapter.isPublished) {
          await publish(true);
          chapter.isPublished = true;
        } else if (one.kind === 'withdraw' && chapter.isPublished && model.published.length > 1) {
          await publish(false);
          chapter.isPublished = false;
        }
        const [entry] = (await asReader.call(calls.getMyLibrary, {})).body.data;
        expect(entry, JSON.stringify(one)).toMatchObject({
          unread: model.unread.length,
          unreadBefore: model.unreadBefore.length,
          isCompleted: model.isDone && !model.hasNews,
          continueWith: model.continueWith?.id ?? null,
        });
        expect(entry?.nextUnread?._id).toBe(model.next?.id);
        expect(entry?.progress).toBeCloseTo(model.progress, 1);
        if (entry?.isCompleted) expect(model.unread).toEqual([]);
      }
    }),
    { numRuns: 6, endOnFailure: true },
  );
});
