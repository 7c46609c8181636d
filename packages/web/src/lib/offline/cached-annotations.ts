import { cacheAddress, keepJson, listStories, readJson } from './offline-store.ts';

interface Annotation {
  _id: string;
  storyId: string;
}
type Kind = 'highlights' | 'bookmarks';

/** The list after a request that the server has carried out. `saved` is its response's annotation, if it has one. */
export function listAfter<One extends Annotation>(
  list: One[],
  method: string,
  id: string | undefined,
  saved: One | undefined,
): One[] {
  const rest = list.filter((one) => one._id !== (saved?._id ?? id));
  if (method === 'DELETE' || saved === undefined) return method === 'DELETE' ? rest : list;
  return [...rest, saved];
}

/** Brings the kept annotations up to date after the reader has changed one with a connection. */
export async function updateCachedAnnotations(
  method: string,
  { pathname }: URL,
  response: Response,
): Promise<void> {
  const [, , , collection, id] = pathname.split('/');
  if (collection !== 'highlights' && collection !== 'bookmarks') return;
  const kind: Kind = collection;
  const body: { data?: Annotation } | null = await response.json().catch(() => null);
  const saved = body?.data;
  for (const { storyId } of await listStories()) {
    if (saved !== undefined && saved.storyId !== storyId) continue;
    const address = cacheAddress.annotations(kind, storyId);
    const kept = await readJson<{ data: Annotation[] }>(address);
    if (kept !== undefined) await keepJson(address, { data: listAfter(kept.data, method, id, saved) });
  }
}
