// Held places wait on the device: a page was opened with what is kept, and does not know yet whether its reader has read
// on elsewhere (docs/product/library.md#reading-position). A lock, since it ends with the page.

const lockOf = (storyId: string): string => `inkling-held-places ${storyId}`;

/** Holds the places in a kept story until the function that it returns is called. */
export function holdPlaces(storyId: string): () => Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const released = navigator.locks?.request(lockOf(storyId), { mode: 'shared' }, () => promise);
  return async () => {
    resolve();
    await released;
  };
}

/** Whether a page holds the places in a story. */
export async function arePlacesHeld(storyId: string | undefined): Promise<boolean> {
  if (storyId === undefined) return false;
  const { held } = await navigator.locks.query();
  return held?.some(({ name }) => name === lockOf(storyId)) === true;
}
