import { createChapter, reorderChapters, splitChapter, updateChapter } from '@inkling/contract/chapters';
import { listChapterComments, postComment } from '@inkling/contract/comments';
import * as calls from '@inkling/contract/library';
import { notificationLimits } from '@inkling/contract/limits';
import { listNotifications } from '@inkling/contract/notifications';
import { followStory } from '@inkling/contract/story-follows';
import fc from 'fast-check';
import { expect } from 'vitest';
import { minute } from '../../platform/clock.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import type { TestApp } from '../../testing/test-app.ts';

interface ModelChapter {
  id: string;
  /** Whether its text is long enough for two chapters. */
  isLong: boolean;
  isPublished: boolean;
  /** Not so is what was split off: it was published with the whole, and is no news. */
  isAnnounced: boolean;
  firstPublished: number;
  furthest: number;
  progress: number;
  savedAt: number;
}

/** One reader and one story that they follow, by docs/product/library.md. */
class Model {
  chapters: ModelChapter[] = [];
  place: ModelChapter | null = null;
  lastRead = 0;
  caughtUp = 0;
  followed = 0;
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
  get isReadAgain() {
    return this.caughtUp > 0 && this.progress < 100;
  }
  get isCompleted() {
    return this.isDone && this.unread.length === 0 && !this.isReadAgain;
  }
  get hasNewChapters() {
    return this.unread.some((one) => one.firstPublished > this.lastRead);
  }
  get continueWith() {
    const { next, shownPlace } = this;
    if (shownPlace === null || this.hasNewChapters) return next ?? shownPlace;
    if (shownPlace.progress < 100) return shownPlace;
    const following = this.published[this.published.indexOf(shownPlace) + 1];
    return (this.isReadAgain ? following : undefined) ?? next ?? shownPlace;
  }
  /** What the bell has at a time. */
  news(now: number) {
    const since = Math.max(this.followed, this.caughtUp);
    const until = now - notificationLimits.delay * minute;
    return this.unread.filter(
      (one) => one.isAnnounced && one.firstPublished > since && one.firstPublished <= until,
    );
  }
  isFolded(one: ModelChapter) {
    const at = this.chapters.indexOf(one);
    const isOpened = (other: ModelChapter) => other === this.place || other.savedAt > 0 || other.furthest > 0;
    const isReached = this.published.some((other) => isOpened(other) && this.chapters.indexOf(other) >= at);
    return !isReached && one.firstPublished > this.caughtUp;
  }
  readAgain(at: number) {
    if (!this.isCompleted || this.caughtUp > at) return;
    Object.assign(this, { progress: 0, place: null });
    for (const one of this.chapters) Object.assign(one, { progress: 0, savedAt: 0 });
  }
  read(one: ModelChapter, progress: number, at: number, isLate: boolean) {
    one.furthest = Math.max(one.furthest, progress);
    if (!isLate || at >= one.savedAt) Object.assign(one, { progress, savedAt: at });
    if (!isLate || at >= this.lastRead) Object.assign(this, { place: one, lastRead: at });
    const { published } = this;
    const isLast = published.at(-1) === one;
    const completes = progress === 100 && this.unread.length === 0 && (isLast || !this.isReadAgain);
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
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('again' as const, 'split' as const), which }) },
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
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('complete' as const), which }) },
);

/** Whether, after each step of random histories, all that the server says of a story is what the rules say. */
export async function checkHistories(site: TestApp, numRuns: number) {
  const write = writing(site);
  const [author, other] = [await site.person(), await site.person()];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
      const reader = await site.person();
      const model = new Model();
      const now = () => site.clock.now().getTime();
      const draft = await write.published(author, { chapters: 3 });
      const story = draft.story._id;
      const params = { id: story };
      const [asReader, asAuthor] = [site.as(reader), site.as(author)];
      const added = async (id: string, more: Partial<ModelChapter> = {}): Promise<ModelChapter> => {
        await site.as(other).call(postComment, { body: { chapter: id, content: `What is in ${id}.` } });
        const known = { id, isLong: false, isPublished: true, isAnnounced: true, firstPublished: now() };
        return { ...known, furthest: 0, progress: 0, savedAt: 0, ...more };
      };
      for (const { _id } of draft.chapters) model.chapters.push(await added(_id));
      site.clock.advance(minute);
      await asReader.call(followStory, { params });
      model.followed = now();
      const save = async (
        one: ModelChapter,
        progress: number,
        at: number,
        isLate = false,
        readsAgain = false,
      ) => {
        const more = {
          ...(isLate && { readAt: new Date(at).toISOString() }),
          ...(readsAgain && { readsAgain }),
        };
        const { status } = await asReader.call(calls.saveChapterProgress, {
          params: { id: one.id },
          body: { progress, ...more },
        });
        expect(status).toBe(one.isPublished ? 200 : 404);
        if (!one.isPublished) return;
        if (readsAgain) model.readAgain(at);
        model.read(one, progress, at, isLate);
      };
      const publish = ({ id }: { id: string }, isPublished: boolean) =>
        asAuthor.call(updateChapter, { params: { id }, body: { isPublished } });
      const change = async (one: (typeof steps)[number], chapter: ModelChapter) => {
        if (one.kind === 'read') return save(chapter, one.progress, now());
        // From another device, which had no connection.
        if (one.kind === 'late') return save(chapter, one.progress, now() - one.minutes * minute, true);
        if (one.kind === 'again') return save(model.published[0] ?? chapter, 0, now(), false, true);
        if (one.kind === 'open')
          return asReader.call(calls.openStory, { params, query: { chapter: chapter.id } });
        if (one.kind === 'continue') {
          const to = model.continueWith;
          return to && save(to, 100, now());
        }
        if (one.kind === 'complete') {
          await asReader.call(calls.markCompleted, { params });
          model.complete(now());
          model.lastRead = now();
        } else if (one.kind === 'insert') {
          const body = { story, title: 'Between', content: textOf(420), isPublished: false };
          const { _id } = (await asAuthor.call(createChapter, { body })).body.data;
          const at = one.which % (model.chapters.length + 1);
          const chapterOrder = model.chapters.map(({ id }) => id).toSpliced(at, 0, _id);
          expect((await asAuthor.call(reorderChapters, { params, body: { chapterOrder } })).status).toBe(200);
          await publish({ id: _id }, true);
          model.chapters.splice(at, 0, await added(_id, { isLong: true }));
        } else if (one.kind === 'split') {
          const long = model.chapters.find(({ isLong }) => isLong);
          if (long === undefined) return;
          const body = { baseVersion: 1, paragraphs: 11, title: 'The other half' };
          const { chapter: half } = (await asAuthor.call(splitChapter, { params: { id: long.id }, body }))
            .body.data;
          await site.runEvents();
          await publish({ id: half }, true);
          const furthest = long.furthest === 100 ? 100 : 0;
          long.isLong = false;
          const at = model.chapters.indexOf(long) + 1;
          const { firstPublished } = long;
          const state = { furthest, progress: furthest, firstPublished, isAnnounced: false };
          model.chapters.splice(at, 0, await added(half, state));
        } else if (one.kind === 'publish' && !chapter.isPublished) {
          await publish(chapter, true);
          chapter.isPublished = true;
        } else if (one.kind === 'withdraw' && chapter.isPublished && model.published.length > 1) {
          await publish(chapter, false);
          chapter.isPublished = false;
        }
      };
      const check = async (when: string, chapter: ModelChapter) => {
        const { isCompleted, next, place, progress, unread } = model;
        const continueWith = model.continueWith?.id ?? null;
        const [entry] = (await asReader.call(calls.getMyLibrary, {})).body.data;
        const unreadBefore = model.unreadBefore.length;
        expect(entry, when).toMatchObject({ unread: unread.length, unreadBefore, isCompleted, continueWith });
        expect(entry?.nextUnread?._id, when).toBe(next?.id);
        expect(entry?.progress, when).toBeCloseTo(progress, 1);
        const { data: begun } = (await asReader.call(calls.listContinueReading, {})).body;
        expect(
          begun.map((one) => one.continueWith),
          when,
        ).toEqual(isCompleted ? [] : [continueWith]);
        const opening = (await asReader.call(calls.openStory, { params })).body.data;
        expect([opening.isCompleted, opening.continueWith], when).toEqual([
          isCompleted,
          isCompleted ? null : continueWith,
        ]);
        const [followed] = (await asReader.call(calls.listFollowing, {})).body.data;
        expect([followed?.unread, followed?.nextUnread?._id, followed?.lastChapter?._id], when).toEqual([
          unread.length,
          next?.id,
          model.published.at(-1)?.id,
        ]);
        const bell = (await asReader.call(listNotifications, {})).body;
        const news = model.news(now());
        const isBegun = place !== null || model.caughtUp > 0;
        const link = isBegun && next ? `/reading/${story}/${next.id}` : `/story/${story}`;
        expect(
          bell.data.map((one) => [one.count, one.link]),
          when,
        ).toEqual(news.length === 0 ? [] : [[news.length, link]]);
        expect(bell.unreadCount, when).toBe(bell.data.length);
        if (!chapter.isPublished) return;
        const talk = await asReader.call(listChapterComments, { params: { id: chapter.id } });
        expect(
          talk.body.data.map(({ isFolded }) => isFolded),
          when,
        ).toEqual([model.isFolded(chapter)]);
      };
      await save(model.chapters[0] as ModelChapter, 0, now());
      for (const [at, one] of steps.entries()) {
        site.clock.advance((notificationLimits.delay + 1) * minute);
        const chapter = model.chapters[one.which % model.chapters.length] as ModelChapter;
        await change(one, chapter);
        await check(`${at}: ${JSON.stringify(one)}`, chapter);
      }
    }),
    { numRuns, endOnFailure: true },
  );
}
