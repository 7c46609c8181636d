import type { Highlight, PassageBookmark } from '@inkling/contract/annotations';
import { newId } from '@inkling/contract/new-id';
import type { Sent } from '../../../web/src/lib/offline/changes.ts';
import { Device } from './offline-device.ts';
import { type Action, chapterCount, passageCount, type Step } from './offline-history.ts';
import type { Expected } from './offline-model.ts';
import { writing } from './stories-for-tests.ts';
import type { Person, TestApp } from './test-app.ts';

interface Passage {
  startOffset: number;
  endOffset: number;
  selectedText: string;
}
interface TestChapter {
  id: string;
  words: number;
  passages: Passage[];
}

const fieldsOf = (one: Highlight | PassageBookmark) =>
  'color' in one
    ? { list: 'highlights', note: one.note, color: one.color }
    : { list: 'bookmarks', note: one.note, title: one.title, tags: one.tags };

/** What a device shows, or the server has, without the times at which the server stored it. */
export function stateOf(
  { opening, highlights, bookmarks }: ReturnType<Device['shown']>,
  likesOfOthers: number,
) {
  const { story: opened, places, lastChapterRead, status } = opening;
  const annotations = [...highlights, ...bookmarks];
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
    opened: opening.opened,
    count: annotations.length,
    annotations: Object.fromEntries(annotations.map((one) => [one._id, fieldsOf(one)])),
  };
}

/** Readers with devices that keep one story. */
export interface OfflineReaders {
  chapters: TestChapter[];
  /** A new reader, whose devices have kept the story; how many other people like it. */
  reader(devices: number): Promise<{ person: Person; devices: Device[]; others: number }>;
  /** Runs these steps on the devices and in the model. */
  play(devices: Device[], steps: Step[], expected: Expected): Promise<void>;
}

/** Publishes a story for readers with several devices. */
export async function offlineReaders(site: TestApp): Promise<OfflineReaders> {
  const published = await writing(site).published(await site.person(), { chapters: chapterCount });
  const story = published.story._id;
  const chapters = published.chapters.map(({ _id, wordCount, content }) => ({
    id: _id,
    words: wordCount,
    passages: [...content.matchAll(/\S+/g)].slice(0, passageCount).map(({ 0: word, index }) => ({
      startOffset: index,
      endOffset: index + word.length,
      selectedText: word,
    })),
  }));

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

  return {
    chapters,
    async reader(count) {
      const person = await site.person();
      const devices = Array.from({ length: count }, () => deviceOf(person));
      for (const device of devices) await device.sync();
      return { person, devices, others: devices[0]?.shown().opening.story.likes ?? 0 };
    },
    async play(devices, steps, expected) {
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
        // 404: another device has deleted the annotation.
        if (![0, 200, 201, 404].includes(status)) throw new Error(`${status} for ${JSON.stringify(sent)}`);
      }
    },
  };
}
