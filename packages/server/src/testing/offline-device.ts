import type { Highlight, PassageBookmark } from '@inkling/contract/annotations';
import type { ChapterProgress, Opening } from '@inkling/contract/library';
import { listAfter } from '../../../web/src/lib/offline/cached-state.ts';
import { mustWait, replacedBy, type Sent, subjectOf } from '../../../web/src/lib/offline/changes.ts';
import type { AnnotationKind, Change, OfflineStory } from '../../../web/src/lib/offline/offline-store.ts';
import {
  annotationOf,
  annotationsWith,
  withChanges,
  withLike,
  withPlace,
} from '../../../web/src/lib/offline/overlay.ts';
import { type Queue, sendChanges } from '../../../web/src/lib/offline/send-changes.ts';
import { timeOfChange } from '../../../web/src/lib/offline/store-change.ts';

/** What becomes of a request: with `lost`, the server carries it out, but the device gets no response. */
export type Network = 'works' | 'lost' | 'fails';

interface Response {
  status: number;
  body: unknown;
}
/** Makes a request of the server as the device's reader; `body` is JSON. */
export type Request = (method: string, address: string, body?: string) => Promise<Response>;

type Annotation = Highlight | PassageBookmark;
const kinds = ['highlights', 'bookmarks'] as const;

interface Kept {
  opening: Opening;
  highlights: Annotation[];
  bookmarks: Annotation[];
}

/**
 * A device that keeps a story: the web's queue, its rules of replacing and what it shows, on a store in memory. `act` does
 * what the service worker does with a request of a page (`write` in service-worker.ts).
 */
export class Device {
  readonly #request: Request;
  readonly #story: OfflineStory;
  #kept: Kept | null = null;
  #changes: Change[] = [];
  #lastId = 0;
  /** What becomes of the next requests; further ones work. */
  #networks: Network[] = [];

  constructor(request: Request, story: OfflineStory) {
    this.#request = request;
    this.#story = story;
  }

  get waiting(): number {
    return this.#changes.length;
  }

  /** Changes that the server refused for good. */
  get refused(): Change[] {
    return this.#changes.filter(({ refusal }) => refusal !== undefined);
  }

  /** Makes a request, after sending what waits if there is a connection. Returns its status, or 0 if it was stored. */
  async act(sent: Sent, madeAt: number, isOffline: boolean, networks: Network[]): Promise<number> {
    if (!isOffline) {
      await this.send(networks);
      const body = sent.body === null ? undefined : JSON.stringify(sent.body);
      const waits = mustWait(this.#changes, sent);
      const response = waits ? null : await this.#try(sent.method, `/api/v1${sent.path}`, body);
      if (response !== null) {
        if (response.status < 300) this.#keep(sent.method, sent.path, response);
        return response.status;
      }
    }
    this.#store(sent, madeAt);
    return 0;
  }

  /** Sends what waits. */
  async send(networks: Network[]): Promise<void> {
    this.#networks = [...networks];
    await sendChanges(this.#queue);
  }

  /** The connection is back: sends what waits, then fetches what is kept again. */
  async sync(networks: Network[] = []): Promise<void> {
    await this.send(networks);
    this.#networks = [];
    const get = async (address: string) => (await this.#request('GET', address)).body as { data: never };
    const { storyId } = this.#story;
    this.#kept = {
      opening: (await get(`/api/v1/stories/${storyId}/reading`)).data,
      highlights: (await get(`/api/v1/highlights?storyId=${storyId}&limit=100`)).data,
      bookmarks: (await get(`/api/v1/bookmarks?storyId=${storyId}&limit=100`)).data,
    };
  }

  /** What the reader sees. */
  shown(): Kept {
    const kept = this.#required;
    const waiting = this.#changes.filter(({ refusal }) => refusal === undefined);
    const listed = (kind: AnnotationKind) =>
      annotationsWith(
        kept[kind],
        waiting.filter(({ subject, path }) => subject.startsWith('annotation ') && path.includes(kind)),
        (change) => annotationOf(change, this.#story, null),
      );
    return {
      opening: withChanges(kept.opening, waiting),
      highlights: listed('highlights'),
      bookmarks: listed('bookmarks'),
    };
  }

  /** The ids of the annotations that the reader sees, the earliest made first. */
  known(): { id: string; kind: AnnotationKind }[] {
    const shown = this.shown();
    return kinds
      .flatMap((kind) => shown[kind].map(({ _id }) => ({ id: _id, kind })))
      .toSorted((a, b) => a.id.localeCompare(b.id));
  }

  get #required(): Kept {
    if (this.#kept === null) throw new Error('The device has not kept the story yet.');
    return this.#kept;
  }

  get #queue(): Queue {
    return {
      list: async () => [...this.#changes],
      delete: async (id) => {
        this.#changes = this.#changes.filter((one) => one.id !== id);
      },
      update: async (change) => {
        this.#changes = this.#changes.map((one) => (one.id === change.id ? change : one));
      },
      send: async (address, init) => {
        const { method = '', body } = init;
        const response = await this.#try(method, address, body ? String(body) : undefined);
        if (response === null) throw new TypeError('Failed to fetch');
        const path = address.slice('/api/v1'.length).split('?')[0] ?? '';
        if (response.status < 300) this.#keep(method, path, response);
        else if (response.status === 404 && method !== 'POST') this.#keep('DELETE', path, response);
        const { code } = response.body as { code?: string };
        return { status: response.status, message: '', code };
      },
    };
  }

  async #try(method: string, address: string, body?: string): Promise<Response | null> {
    const network = this.#networks.shift() ?? 'works';
    if (network === 'fails') return null;
    const response = await this.#request(method, address, body);
    return network === 'works' ? response : null;
  }

  #store(sent: Sent, madeAt: number): void {
    const found = subjectOf(sent);
    if (found === null) throw new Error(`${sent.method} ${sent.path} can’t wait.`);
    const { subject } = found;
    const [, id] = subject.split(' ');
    const { opening, ...lists } = this.#required;
    const known = [
      ...opening.places.map(({ chapter, updatedAt }) => ({ id: chapter, updatedAt })),
      ...kinds.flatMap((kind) => lists[kind].map(({ _id, updatedAt }) => ({ id: _id, updatedAt }))),
    ].find((one) => one.id === id);
    const at = timeOfChange(madeAt, 0, known?.updatedAt ?? '');
    const change = { userId: 'the reader', storyId: this.#story.storyId, subject, ...sent, at };
    const replaced = replacedBy(this.#changes, change);
    if (replaced === null) throw new Error('The queue is full.');
    this.#lastId += 1;
    this.#changes = [
      ...this.#changes.filter((one) => !replaced.includes(one)),
      { ...change, id: this.#lastId },
    ];
  }

  /** As `updateCached` does. */
  #keep(method: string, path: string, { body }: Response): void {
    const kept = this.#required;
    const [, collection = '', id] = path.split('/');
    const data = (body as { data?: unknown } | null)?.data;
    if (collection === 'highlights' || collection === 'bookmarks') {
      kept[collection] = listAfter(kept[collection], method, id, data as Annotation | undefined);
    } else if (collection === 'chapters') kept.opening = withPlace(kept.opening, data as ChapterProgress);
    else {
      const { liked, likes } = body as { liked: boolean; likes: number };
      kept.opening = withLike(kept.opening, liked, likes);
    }
  }
}
