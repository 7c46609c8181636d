/** What a target should cost at most. */
interface Aim {
  /** CPU time as a multiple of the bare server's. */
  cpu: number;
  /** p99 with 100,000 stories as a multiple of that with 1,000. */
  p99Growth: number;
  /** Also measured without compression and across a full minute. */
  isCore?: true;
  /** Instead of 50: a server runs few searches at once, and the others would wait longer than a window. */
  connections?: number;
}

const core = (cpu: number): Aim => ({ cpu, p99Growth: 1.5, isCore: true });
const discovery = (cpu: number): Aim => ({ cpu, p99Growth: 4 });
const uncached = (cpu: number): Aim => ({ cpu, p99Growth: 4, connections: 4 });

export const aims = {
  'chapter read': core(3.5),
  'story detail, reader': core(3.5),
  'story detail, visitor': core(3.5),
  'list of 20': core(3.5),
  'landing page': core(3.5),
  'story page': core(3.5),
  'save-progress': core(7),
  'shelf: trending': discovery(4),
  'shelf: recent': discovery(4),
  'shelf: popular': discovery(4),
  'shelf: new releases': discovery(4),
  'shelf: top rated': discovery(4),
  'shelf: completed': discovery(4),
  'shelf: short': discovery(4),
  'shelf: long': discovery(4),
  'shelf: most commented': discovery(4),
  'shelf: editor’s picks': discovery(4),
  'shelves, page 50': discovery(4),
  'shelves, page 50 by position': discovery(4),
  'discover: three genres and a tag': discovery(4),
  'discover: many combinations': discovery(4),
  home: discovery(8),
  'search suggestions': discovery(8),
  'search, frequent word': discovery(40),
  'search, rare word': discovery(40),
  'search, misspelt word': discovery(40),
  'search, three words': discovery(40),
  'search, frequent word, uncached': uncached(40),
  'search, rare word, uncached': uncached(40),
  'search, misspelt word, uncached': uncached(40),
  'search, three words, uncached': uncached(40),
  'search, phrase, uncached': uncached(40),
  'search suggestions, uncached': uncached(8),
  'library of 2,000': discovery(4),
  'library of 2,000, last page': discovery(4),
  'library of 2,000, saved, by title': discovery(4),
  'library of 2,000, searched': discovery(4),
  'collection of 1,000': discovery(4),
  'collection of 1,000, last page': discovery(4),
  reviews: discovery(4),
  'reviews, page 50': discovery(4),
  'rate a story': discovery(10),
  'comments of 5,000': discovery(4),
  'comments of 5,000, page 100': discovery(4),
  'post a comment': discovery(10),
  'annotations of a chapter': discovery(4),
  'highlight a passage': discovery(10),
  'reading history': discovery(4),
  // A thousand titles are looked up.
  'import preview, 1,000 titles': { ...discovery(60), connections: 4 },
} satisfies Record<string, Aim>;

export type TargetName = keyof typeof aims;
export const targetNames = Object.keys(aims) as TargetName[];
export const aimOf = (name: TargetName): Aim => aims[name];
