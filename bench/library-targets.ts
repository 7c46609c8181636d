import { addToCollection, createCollection, getCollection } from '@inkling/contract/collections';
import { getMyLibrary, listBookmarkedStories, toggleBookmark } from '@inkling/contract/library';
import type { Story } from '@inkling/contract/stories';
import type { TargetName } from './aims.ts';
import type { TargetRequest } from './load.ts';
import { callHeaders, get, pathOf } from './requests.ts';

type LibraryTarget = Extract<TargetName, `${'library of' | 'collection of'}${string}`>;

const libraryRows = 2000;
const collectedStories = 1000;
/** How many readers have such a library. */
const libraryReaders = 2;
/** Requests at once while the data is written. */
const atOnce = 10;

/** Sends the requests that `item` becomes, several at once. */
async function sendAll<Item>(items: Item[], send: (item: Item) => Promise<Response>): Promise<void> {
  for (let start = 0; start < items.length; start += atOnce) {
    const responses = await Promise.all(items.slice(start, start + atOnce).map(send));
    for (const response of responses) {
      if (!response.ok) throw new Error(`Preparing libraries: ${response.status} ${await response.text()}`);
      await response.arrayBuffer();
    }
  }
}

/**
 * Requests for large libraries, each with `libraryRows` saved stories or all that there are, and for a public
 * collection of `collectedStories`. `readers` are the headers of signed-in readers; `stories` may be fewer than the
 * rows, since the smallest site has only 1,000.
 */
export async function libraryTargets(
  origin: string,
  stories: Story[],
  readers: Record<string, string>[],
): Promise<Record<LibraryTarget, TargetRequest[]>> {
  const json = (headers: Record<string, string> = {}) => ({
    ...headers,
    origin,
    'content-type': 'application/json',
  });
  // The first readers of the run have small libraries, for other targets.
  const owners = readers.slice(-libraryReaders);
  const rows = stories.slice(0, libraryRows);
  for (const headers of owners) {
    await sendAll(rows, ({ _id }) =>
      fetch(origin + pathOf(toggleBookmark, { id: _id }), { method: 'PUT', headers }),
    );
  }
  const created = await fetch(origin + pathOf(createCollection), {
    method: 'POST',
    headers: json(owners[0]),
    body: JSON.stringify({ name: 'A thousand nights', visibility: 'public' }),
  });
  const { data } = (await created.json()) as { data: { _id: string } };
  await sendAll(stories.slice(0, collectedStories), ({ _id }) =>
    fetch(origin + pathOf(addToCollection, { id: data._id }), {
      method: 'POST',
      headers: json(owners[0]),
      body: JSON.stringify({ storyId: _id }),
    }),
  );
  const ofOwners = (path: string): TargetRequest[] => owners.map((headers) => get(path, headers));
  const library = (query: string): TargetRequest[] => ofOwners(pathOf(getMyLibrary, {}, query));
  const collection = (query: string): TargetRequest[] => [
    get(pathOf(getCollection, { id: data._id }, query), callHeaders(origin)),
    ...readers.slice(0, 5).map((headers) => get(pathOf(getCollection, { id: data._id }, query), headers)),
  ];
  return {
    'library of 2,000': library('?limit=20'),
    'library of 2,000, last page': library(`?limit=20&page=${Math.floor(rows.length / 20)}`),
    'library of 2,000, saved, by title': ofOwners(pathOf(listBookmarkedStories, {}, '?limit=20&sort=title')),
    'library of 2,000, searched': ['lantern', 'river', 'harbour'].flatMap((q) => library(`?limit=20&q=${q}`)),
    'collection of 1,000': collection('?limit=20'),
    'collection of 1,000, last page': collection('?limit=20&page=50'),
  };
}
