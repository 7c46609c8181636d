import type { GlobalSearchBox } from '../search/global-search.tsx';

let loaded: typeof GlobalSearchBox | undefined;
const { promise: wanted, resolve: want } = Promise.withResolvers<void>();
let composition: PromiseWithResolvers<void> | undefined;

export const loadedSearchBox = () => loaded;

/** Loads the search box with quick results once `wantSearchBox` was called. It never replaces a box in the middle of a word. */
export async function loadSearchBox(): Promise<typeof GlobalSearchBox> {
  await wanted;
  const { GlobalSearchBox } = await import('../search/global-search.tsx');
  await composition?.promise;
  loaded = GlobalSearchBox;
  return loaded;
}

/** Starts loading the search box with quick results, because the plain one is in use or the network is idle. */
export const wantSearchBox = (): void => want();

/** The props of the plain search box. */
export const plainBoxProps = {
  onFocus: wantSearchBox,
  onCompositionStart: () => {
    composition = Promise.withResolvers();
  },
  onCompositionEnd: () => composition?.resolve(),
};
