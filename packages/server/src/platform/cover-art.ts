import type { CoverStyle } from '@inkling/contract/store';

interface StoryTexts {
  id: string;
  title: string;
  author: string;
  /** How its author has covers drawn; null as usual. */
  style: CoverStyle | null;
}

/** A generated cover as SVG. */
export interface ComposedCover {
  svg: string;
  /** Whether the project's fonts have all letters of title and author; others need the fonts of a reading app. */
  isDrawable: boolean;
}

type Compose = (story: StoryTexts) => Promise<ComposedCover>;

/**
 * Composes the cover that readers see of a story without an image. Its design belongs to the web's build, which modules
 * cannot import: whatever serves the pages attaches it.
 */
export interface CoverArt {
  /** Null while no build is attached, as in tools and in most tests. */
  compose(story: StoryTexts): Promise<ComposedCover | null>;
  attach(compose: Compose): void;
}

/** The cover art of a process. */
export function coverArt(): CoverArt {
  let attached: Compose | null = null;
  return {
    compose: async (story) => (attached === null ? null : await attached(story)),
    attach: (compose) => {
      attached = compose;
    },
  };
}
