import type { Highlight, PassageBookmark } from '@inkling/contract/annotations';
import * as library from '@inkling/contract/library';
import { newId } from '@inkling/contract/new-id';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Sent } from '../../../web/src/lib/offline/changes.ts';
import { minute } from '../platform/clock.ts';
import { sql } from '../platform/db/db.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { type Person, testApp } from '../testing/test-app.ts';
import { Device } from './offline-device.ts';
import { type Action, chapterCount, historyOf, passageCount, type Step } from './offline-history.ts';
import { Expected } from './offline-model.ts';

const site = testApp();
const write = writing(site);

interface Passage {
  startOffset: number;
  endOffset: number;
  selectedText: string;
}
let story: string;
let chapters: { id: string; words: number; passages: Passage[] }[];

beforeAll(async () => {
  const published = await write.published(await site.person(), { chapters: chapterCount });
  story = published.story._id;
  chapters = published.chapters.map(({ _id, wordCount, content }) => ({
    id: _id,
    words: wordCount,
    passages: [...content.matchAll(/\S+/g)].slice(0, passageCount).map(({ 0: word, index }) => ({
      startOffset: index,
      endOffset: index + word.length,
      selectedText: word,
    })),
  }));
  // Each device has a lock of its own, as in a browser; here they would wait for each other.
  vi.spyOn(navigator.locks, 'request').mockImplementation((_name, work) =>
    Promise.resolve((work as () => unknown)()),
  );
});
afterAll(() => void vi.restoreAllMocks());

function deviceOf({ token }: Person): Device {
  const kept = Object.fromEntries(chapters.map(({ id }) => [id, { version: 1, bytes: 0 }]));
  const about = { title: 'The Lamp', author: 'The author', language: 'en', cover: null };
  return new Device(
    async (method, url, payload) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(payload !== undefined && { 'content-type': 'application/json' }),
      };
      const response = await site.app.http.inject({
        method: method as 'GET',
        url,
        headers,
        ...(payload !== undefined && { payload }),
      });
      return { status: response.statusCode, body: response.json() };
    },
    { storyId: story, ...about, chapters: kept, total: chapterCount, bytes: 0, fetchedAt: 0 },
  );
}

/** The request that a page makes for an action; null if there is nothing to choose. The model learns of it. */
function requestOf(action: Action, device: Device, expected: Expected): Sent | null {
  const at = site.clock.now().getTime();
  if (action.kind === 'read') {
    const { chapter, progress, paragraph } = action;
    expected.read(at, chapter, progress, paragraph);
    const body = { progress, position: { paragraph, offset: 0, version: 1 } };
    return { method: 'POST', path: `/chapters/${chapters[chapter]?.id}/progress`, body };
  }
  if (action.kind === 'like') {
    expected.like(at, action.liked);
    return { method: action.liked ? 'POST' : 'DELETE', path: `/stories/${story}/like`, body: null };
  }
  if (action.kind === 'create') {
    const { list, passage } = action;
    const { note, color, title, tags } = action.fields;
    const fields = list === 'highlights' ? { note, color } : { note, title, tags };
    const [_id, chapter] = [newId(at), chapters[0]];
    expected.create(_id, list, fields);
    const place = { storyId: story, chapterId: chapter?.id, version: 1, ...chapter?.passages[passage] };
    return { method: 'POST', path: `/${list}`, body: { _id, ...place, ...fields } };
  }
  const known = device.known();
  const chosen = known[action.chosen % Math.max(1, known.length)];
  if (chosen === undefined) return null;
  const path = `/${chosen.kind}/${chosen.id}`;
  if (action.kind === 'delete') {
    expected.delete(chosen.id);
    return { method: 'DELETE', path, body: null };
  }
  const { note, color, title, tags } = action.fields;
  const fields = chosen.kind === 'highlights' ? { note, color } : { note, title, tags };
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  expected.edit(at, chosen.id, given);
  return { method: 'PUT', path, body: given };
}

const fieldsOf = (one: Highlight | PassageBookmark) =>
  'color' in one
    ? { list: 'highlights', note: one.note, color: one.color }
    : { list: 'bookmarks', note: one.note, title: one.title, tags: one.tags };

/** What a device shows, or the server has, without the times at which the server stored it. */
function stateOf({ opening, highlights, bookmarks }: ReturnType<Device['shown']>, likesOfOthers: number) {
  const { story: opened, places, lastChapterRead, status } = opening;
  const annotations = [...highlights, ...bookmarks];
  expect(new Set(annotations.map(({ _id }) => _id)).size, 'nothing is doubled').toBe(annotations.length);
  expect(opening.opened).toBe(places.length);
  return {
    places: Object.fromEntries(
      places.map(({ chapter, progress, position }) => [
        chapter,
        { progress, paragraph: position?.paragraph },
      ]),
    ),
    lastChapter: lastChapterRead,
    status,
    liked: opened.isLiked,
    likes: opened.likes - likesOfOthers,
    annotations: Object.fromEntries(annotations.map((one) => [one._id, fieldsOf(one)])),
  };
}

async function countedFor(reader: Person) {
  const [entry] = (await site.as(reader).call(library.getMyLibrary, {})).body.data;
  const { rows } = await sql<{ words: number; annotations: number }>`
    select (select coalesce(sum(words), 0)::int from reading_days where user_id = ${reader.id}) as words,
      (select count(*)::int from annotations where user_id = ${reader.id} and deleted_at is null) as annotations`.execute(
    site.ctx.db,
  );
  return { progress: entry?.progress ?? 0, ...rows[0] };
}

const reader = async (devices: number) => {
  const person = await site.person();
  const all = Array.from({ length: devices }, () => deviceOf(person));
  for (const device of all) await device.sync();
  return { person, devices: all, others: all[0]?.shown().opening.story.likes ?? 0 };
};

/** Lets the devices do the steps; returns what should be left. */
async function play(devices: Device[], steps: Step[], expected: Expected): Promise<void> {
  const offline = new Set<Device>();
  for (const { device: number, pause, does, networks } of steps) {
    site.clock.advance(pause);
    const device = devices[number];
    if (device === undefined) continue;
    if ('turns' in does) {
      if (does.turns === 'offline') offline.add(device);
      else if (offline.delete(device)) await device.sync(networks);
      continue;
    }
    const sent = requestOf(does.action, device, expected);
    if (sent === null) continue;
    const status = await device.act(sent, site.clock.now().getTime(), offline.has(device), networks);
    // 404: another device has deleted the annotation; 409: after a lost response too.
    expect([0, 200, 201, 404, 409], JSON.stringify(sent)).toContain(status);
  }
}

describe('three devices of a reader', () => {
  test('show the same in the end, whatever was done on them, lost and repeated [U21]', async () => {
    await fc.assert(
      fc.asyncProperty(historyOf(3, 24), async (steps) => {
        const { person, devices, others } = await reader(3);
        const expected = new Expected();
        await play(devices, steps, expected);
        site.clock.advance(minute);
        // All of them come back at the same moment, and hear of each other when all have sent.
        await Promise.all(devices.map((device) => device.sync()));
        for (const device of devices) await device.sync();
        const state = expected.state(chapters);
        for (const device of devices) {
          expect(device.refused).toEqual([]);
          expect(device.waiting).toBe(0);
          expect(stateOf(device.shown(), others)).toEqual(state);
        }
        expect(await countedFor(person)).toEqual({
          progress: expected.progress,
          words: expected.words(chapters),
          annotations: Object.keys(state.annotations).length,
        });
      }),
      { numRuns: 100 },
    );
  });
});

describe('one device', () => {
  test('shows what the server will have once everything is sent', async () => {
    await fc.assert(
      fc.asyncProperty(historyOf(1, 16), async (steps) => {
        const { devices, others } = await reader(1);
        const [device] = devices;
        if (device === undefined) return;
        const expected = new Expected();
        await play(devices, steps, expected);
        const before = stateOf(device.shown(), others);
        expect(before).toEqual(expected.state(chapters));
        await device.sync();
        expect(stateOf(device.shown(), others)).toEqual(before);
      }),
      { numRuns: 40 },
    );
  });
});
