import * as annotations from '@inkling/contract/annotations';
import * as library from '@inkling/contract/library';
import { newId } from '@inkling/contract/new-id';
import { likeStory, unlikeStory } from '@inkling/contract/stories';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { second } from '../platform/clock.ts';
import { sql } from '../platform/db/db.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { type Person, testApp } from '../testing/test-app.ts';

const site = testApp();
const write = writing(site);

const chapterCount = 3;
let story: string;
let chapters: { id: string; words: number; passages: Passage[] }[];
interface Passage {
  startOffset: number;
  endOffset: number;
  selectedText: string;
}

beforeAll(async () => {
  const published = await write.published(await site.person(), { chapters: chapterCount });
  story = published.story._id;
  chapters = published.chapters.map(({ _id, wordCount, content }) => ({
    id: _id,
    words: wordCount,
    passages: [...content.matchAll(/\S+/g)].slice(0, 40).map(({ 0: word, index }) => ({
      startOffset: index,
      endOffset: index + word.length,
      selectedText: word,
    })),
  }));
});

/** What a device does; `chosen` picks one of the highlights that the device knows. */
type Action =
  | { kind: 'read'; chapter: number; progress: number; paragraph: number }
  | { kind: 'like'; liked: boolean }
  | { kind: 'highlight'; passage: number; note: string }
  | { kind: 'note'; chosen: number; note: string }
  | { kind: 'delete'; chosen: number };

const texts = fc.constantFrom('', 'ash', 'beech', 'cedar', 'elm');
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      chapter: fc.nat(chapterCount - 1),
      progress: fc.nat(99),
      paragraph: fc.nat(5),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('like' as const), liked: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('highlight' as const), passage: fc.nat(39), note: texts }),
  },
  // Often of the same highlight, on several devices.
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('note' as const), chosen: fc.nat(2), note: texts }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), chosen: fc.nat() }) },
);
/** A device acts with or without a connection, or sends what it has stored, perhaps twice as its responses are lost. */
const step = fc.record({
  device: fc.nat(2),
  does: fc.oneof(
    { weight: 5, arbitrary: fc.record({ action, isOffline: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ sends: fc.constantFrom(1, 2) }) },
  ),
});

type Send = () => Promise<{ status: number }>;

/** What all devices together should leave, whatever arrives first. */
class Expected {
  places = new Map<number, { at: number; progress: number; paragraph: number }>();
  furthest = new Map<number, number>();
  last: { at: number; chapter: number } | null = null;
  liked: { at: number; liked: boolean } = { at: 0, liked: false };
  notes = new Map<string, { at: number; note: string }>();
  deleted = new Set<string>();

  read(at: number, chapter: number, progress: number, paragraph: number): void {
    if (at >= (this.places.get(chapter)?.at ?? 0)) this.places.set(chapter, { at, progress, paragraph });
    this.furthest.set(chapter, Math.max(progress, this.furthest.get(chapter) ?? 0));
    if (at >= (this.last?.at ?? 0)) this.last = { at, chapter };
  }
  get progress(): number {
    const shares = [...this.furthest].map(
      ([chapter, share]) => (100 * (chapter + share / 100)) / chapterCount,
    );
    return Math.max(0, ...shares.map((share) => Math.round(share * 100) / 100));
  }
  get words(): number {
    return [...this.furthest].reduce(
      (sum, [chapter, share]) => sum + Math.floor(((chapters[chapter]?.words ?? 0) * share) / 100),
      0,
    );
  }
  get highlights(): Record<string, string> {
    const left = [...this.notes].filter(([id]) => !this.deleted.has(id));
    return Object.fromEntries(left.map(([id, { note }]) => [id, note]));
  }
}

class Device {
  readonly queue: Send[] = [];
  /** The highlights that it has made or seen. */
  readonly known = new Set<string>();
  readonly #reader: Person;
  readonly #expected: Expected;

  constructor(reader: Person, expected: Expected) {
    this.#reader = reader;
    this.#expected = expected;
  }

  /** Sends what is stored in the order in which it was done. */
  async sendAll(times: number): Promise<void> {
    for (const send of this.queue.splice(0))
      for (let time = 0; time < times; time += 1)
        expect([200, 201, 404, 409]).toContain((await send()).status);
    await this.#look();
  }
  async #look(): Promise<void> {
    for (const id of Object.keys(await highlightsOf(this.#reader))) this.known.add(id);
  }

  async act(done: Action, isOffline: boolean): Promise<void> {
    const at = site.clock.now();
    const send = this.#sendOf(done, at, isOffline);
    if (send === null) return;
    if (isOffline) this.queue.push(send);
    else {
      // The page sends first what waits.
      await this.sendAll(1);
      expect([200, 201, 404]).toContain((await send()).status);
      await this.#look();
    }
  }

  #sendOf(done: Action, at: Date, isOffline: boolean): Send | null {
    const [as, time, iso] = [site.as(this.#reader), at.getTime(), at.toISOString()];
    const expected = this.#expected;
    const chosenId = () =>
      [...this.known][('chosen' in done ? done.chosen : 0) % Math.max(1, this.known.size)];
    switch (done.kind) {
      case 'read': {
        const { chapter, progress, paragraph } = done;
        expected.read(time, chapter, progress, paragraph);
        const body = { progress, position: { paragraph, offset: 0, version: 1 } };
        return () =>
          as.call(library.saveChapterProgress, {
            params: { id: chapters[chapter]?.id ?? '' },
            body: { ...body, ...(isOffline && { readAt: iso }) },
          });
      }
      case 'like': {
        if (time >= expected.liked.at) expected.liked = { at: time, liked: done.liked };
        const input = { params: { id: story }, query: isOffline ? { chosenAt: iso } : {} };
        return () => (done.liked ? as.call(likeStory, input) : as.call(unlikeStory, input));
      }
      case 'highlight': {
        const [_id, chapter] = [newId(time), chapters[0]];
        const passage = chapter?.passages[done.passage];
        if (chapter === undefined || passage === undefined) throw new Error('The story has too little text.');
        this.known.add(_id);
        expected.notes.set(_id, { at: 0, note: done.note });
        const body = { _id, storyId: story, chapterId: chapter.id, version: 1, note: done.note, ...passage };
        return () => as.call(annotations.createHighlight, { body });
      }
      case 'note': {
        const id = chosenId();
        if (id === undefined) return null;
        const before = expected.notes.get(id);
        if (time >= (before?.at ?? 0)) expected.notes.set(id, { at: time, note: done.note });
        const body = { note: done.note, ...(isOffline && { changedAt: iso }) };
        return () => as.call(annotations.updateHighlight, { params: { id }, body });
      }
      case 'delete': {
        const id = chosenId();
        if (id === undefined) return null;
        expected.deleted.add(id);
        return () => as.call(annotations.deleteHighlight, { params: { id } });
      }
    }
  }
}

async function highlightsOf(reader: Person): Promise<Record<string, string>> {
  const input = { query: { storyId: story, limit: 100 } };
  const { data } = (await site.as(reader).call(annotations.listHighlights, input)).body;
  return Object.fromEntries(data.map(({ _id, note }) => [_id, note]));
}

async function stored(reader: Person) {
  const as = site.as(reader);
  const [entry] = (await as.call(library.getMyLibrary, {})).body.data;
  const places = await Promise.all(
    chapters.map(async ({ id }) => (await as.call(library.getChapterProgress, { params: { id } })).body.data),
  );
  const { rows } = await sql<{ words: number }>`
    select coalesce(sum(words), 0)::int as words from reading_days where user_id = ${reader.id}`.execute(
    site.ctx.db,
  );
  return {
    places: places.map(({ progress, position }) => position && [progress, position.paragraph]),
    lastChapter: entry?.lastChapterRead?._id ?? null,
    progress: entry?.progress ?? 0,
    words: rows[0]?.words,
    liked: (await as.call(library.openStory, { params: { id: story } })).body.data.story.isLiked,
    highlights: await highlightsOf(reader),
  };
}

describe('what three devices do offline', () => {
  test('merges to the same result, whatever they do and whenever they send it', async () => {
    const history = fc.array(step, { minLength: 6, maxLength: 24 });
    await fc.assert(
      fc.asyncProperty(history, fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), async (steps, order) => {
        const reader = await site.person();
        const expected = new Expected();
        const devices = [0, 1, 2].map(() => new Device(reader, expected));
        await devices[0]?.act({ kind: 'highlight', passage: 0, note: '' }, false);
        for (const device of devices) await device.sendAll(1);
        for (const { device, does } of steps) {
          site.clock.advance(second);
          if ('sends' in does) await devices[device]?.sendAll(does.sends);
          else await devices[device]?.act(does.action, does.isOffline);
        }
        site.clock.advance(second);
        for (const device of order) await devices[device]?.sendAll(1);
        const { last } = expected;
        expect(await stored(reader)).toEqual({
          places: chapters.map((_, chapter) => {
            const place = expected.places.get(chapter);
            return place === undefined ? null : [place.progress, place.paragraph];
          }),
          lastChapter: last && chapters[last.chapter]?.id,
          progress: expected.progress,
          words: expected.words,
          liked: expected.liked.liked,
          highlights: expected.highlights,
        });
      }),
      { numRuns: 20 },
    );
  });
});

test('of each field of a highlight, the latest change stays', async () => {
  const reader = await site.person();
  const chapter = chapters[0];
  const passage = chapter?.passages[0];
  if (chapter === undefined || passage === undefined) throw new Error('The story has no text.');
  const body = {
    _id: newId(site.clock.now().getTime()),
    storyId: story,
    chapterId: chapter.id,
    version: 1,
    ...passage,
  };
  await site.as(reader).call(annotations.createHighlight, { body });
  const edit = (change: object) =>
    site.as(reader).call(annotations.updateHighlight, { params: { id: body._id }, body: change });
  site.clock.advance(second);
  const offline = site.clock.now().toISOString();
  site.clock.advance(second);
  await edit({ color: 'green' });
  const { data } = (await edit({ note: 'ash', color: 'blue', changedAt: offline })).body;
  expect(data).toMatchObject({ note: 'ash', color: 'green' });
});

describe('a place that was read offline', () => {
  const [first, second_] = [0, 1];
  const read = (reader: Person, chapter: number, progress: number, readAt?: Date) =>
    site.as(reader).call(library.saveChapterProgress, {
      params: { id: chapters[chapter]?.id ?? '' },
      body: {
        progress,
        position: { paragraph: 1, offset: 0, version: 1 },
        ...(readAt && { readAt: readAt.toISOString() }),
      },
    });
  const entryOf = async (reader: Person) =>
    (await site.as(reader).call(library.getMyLibrary, {})).body.data[0];

  test('does not take a story off hold that was put there since', async () => {
    const reader = await site.person();
    await read(reader, first, 10);
    site.clock.advance(second);
    const readAt = site.clock.now();
    site.clock.advance(second);
    await site.as(reader).call(library.addToLibrary, { params: { id: story }, body: { status: 'on_hold' } });
    await read(reader, second_, 50, readAt);
    expect(await entryOf(reader)).toMatchObject({ status: 'on_hold', progress: 50 });
    await read(reader, second_, 60);
    expect(await entryOf(reader)).toMatchObject({ status: 'reading' });
  });

  test('does not bring back a story that was removed since', async () => {
    const reader = await site.person();
    await read(reader, first, 10);
    site.clock.advance(second);
    const readAt = site.clock.now();
    site.clock.advance(second);
    await site.as(reader).call(library.removeFromLibrary, { params: { id: story } });
    expect((await read(reader, second_, 50, readAt)).status).toBe(404);
    expect(await entryOf(reader)).toBeUndefined();
    expect((await read(reader, second_, 50)).status).toBe(200);
  });

  test('counts as of now if the device’s clock is fast', async () => {
    const reader = await site.person();
    await read(reader, first, 10, new Date(site.clock.now().getTime() + 3_600_000));
    site.clock.advance(second);
    await read(reader, first, 5, site.clock.now());
    const place = await site
      .as(reader)
      .call(library.getChapterProgress, { params: { id: chapters[0]?.id ?? '' } });
    expect(place.body.data.progress).toBe(5);
  });
});
