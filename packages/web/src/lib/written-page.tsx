import { dehydrate, hydrate, type QueryClient } from '@tanstack/react-query';
import type { Caller } from './api.ts';
import { hasWorker } from './has-worker.ts';
import { noteWritten } from './server-time.ts';
import { onTokenChange, readToken } from './session-store.ts';

/**
 * A page that the server has written for a member, with what their calls answered (docs/decisions/0168-members-pages.md). The
 * browser asks for it by the header that lib/page-session.ts sets.
 */

/** On the server: what one page is written with. */
export interface Writing {
  client: QueryClient;
  /** Makes a GET call as the member. */
  call: Caller;
  /** The queries that have begun, for which the page waits. */
  begun: Promise<unknown>[];
  /** The browser's. */
  locale: string;
  zone: string;
  /** The address of the style sheet that it has in its cache. */
  styles: string | null;
  /** Tells the browser for which of its sessions the page is. */
  key: string;
}

/** Set by entry.server.tsx, to what the running rendering is for. */
export const writingStore: { current: () => Writing | undefined } = { current: () => undefined };

const dataId = 'written';

const dataElement = () => (import.meta.env.SSR ? null : document.getElementById(dataId));
/** Whether this page came written; as long as it is open. */
const cameWritten = dataElement() !== null;

/** Whether the page that is being rendered, or that this browser has opened, is written for a member. */
export const isWritten = (): boolean =>
  import.meta.env.SSR ? writingStore.current() !== undefined : cameWritten;

/** Whether a loader runs for a member: in the browser, or for a page that is being written. */
export const isMember = (): boolean => (import.meta.env.SSR && isWritten()) || readToken() !== null;

/** The attribute of `html` by which `beforePaint` knows whose page it is. */
export const writtenKey = (): string | undefined =>
  import.meta.env.SSR ? writingStore.current()?.key : document.documentElement.dataset.written;

/** Under this key the data have first what lists name more than once, by its index there (`{"$once":3}`): such as a story of several shelves. */
const onceKey = '$once';

/** JSON in which an item of lists is written once, however many have it. */
function packed(state: object): string {
  const indexes = new Map<string, number>();
  const json = JSON.stringify(state, function (this: unknown, _key, value) {
    if (!Array.isArray(this) || typeof value?._id !== 'string') return value;
    const item = JSON.stringify(value);
    const index = indexes.get(item) ?? indexes.size;
    indexes.set(item, index);
    return { [onceKey]: index };
  });
  return `{"${onceKey}":[${[...indexes.keys()].join()}],${json.slice(1)}`;
}

/** What `packed` was given. */
function unpacked(json: string) {
  let items: unknown[] = [];
  return JSON.parse(json, (key, value) => {
    if (key === onceKey && Array.isArray(value)) items = value;
    const index = value?.[onceKey];
    return typeof index === 'number' ? items[index] : value;
  });
}

/** The data of the page's queries as JSON, which no policy has to allow. */
export function WrittenData() {
  if (!isWritten()) return null;
  const writing = import.meta.env.SSR ? writingStore.current() : undefined;
  const json =
    writing === undefined
      ? ''
      : packed({ ...dehydrate(writing.client), date: new Date().toISOString() }).replaceAll('<', '\\u003c');
  return (
    <script
      type="application/json"
      id={dataId}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without a `<`; in the browser it is there already
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}

declare global {
  /**
   * Set by `beforePaint` on a written page until React has taken it over: ends its waiting, and presses what was pressed last. If
   * that has been replaced, `again` finds what has replaced it.
   */
  var takeOver: ((again: (gone: HTMLElement) => HTMLElement | undefined) => void) | undefined;
}

/**
 * Puts the page's data into the cache, as of when the page was asked for. A browser that keeps stories fetches them again: its worker
 * keeps what calls answer, and first sends what was changed without a connection.
 */
export function takeWritten(client: QueryClient): void {
  const element = dataElement();
  if (element === null || element.textContent === '') return;
  const state = unpacked(element.textContent);
  // Nothing of a session stays in a page that outlives it.
  onTokenChange(() => element.replaceChildren());
  noteWritten(state.date);
  // By this device's clock. What another tab has changed since is newer.
  const askedAt = Math.floor(performance.timeOrigin);
  for (const { state: loaded } of state.queries) {
    loaded.dataUpdatedAt = hasWorker() ? 1 : askedAt;
    if (loaded.data?.askedAt) loaded.data.askedAt = askedAt;
  }
  hydrate(client, state);
}
