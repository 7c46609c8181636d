/** What a request should cost at most: CPU time of server and database, and how its p99 may grow with the site. */
interface Aim {
  /** `hot`: what most requests are, beside a bare server that sends the same bytes. Others: beside the plain server. */
  kind: 'hot' | 'read' | 'write';
  /** Milliseconds; the hot set has none. */
  cpu?: number;
  /** As a multiple of the bare or the plain server's. */
  ratio: number;
  /** p99 with 100,000 stories as a multiple of that with 1,000. */
  growth: number;
}

const hot = (ratio: number): Aim => ({ kind: 'hot', ratio, growth: 1.5 });
const read = (cpu: number): Aim => ({ kind: 'read', cpu, ratio: 1, growth: 4 });
const write = (ratio: number): Aim => ({ kind: 'write', cpu: 0.8, ratio, growth: 4 });

export const aims = {
  'chapter read': hot(3.5),
  'story detail': hot(3.5),
  'list of 20': hot(3.5),
  'story page': hot(3.5),
  'landing page': hot(3.5),
  'save progress': hot(7),
  'session sync': hot(7),
  home: read(3),
  'library of 2,000': read(1.5),
  'collection of 1,000': read(1.5),
  'reading history': read(1),
  discover: read(1.5),
  suggestions: read(0.7),
  search: read(5),
  'comments page': read(0.7),
  'community hub': read(1),
  'community with 10,000 posts': read(1),
  'post with 1,000 comments': read(0.7),
  'post a comment': write(1.3),
  'rate a story': write(1.3),
  'annotate a passage': write(1),
} satisfies Record<string, Aim>;

export type TargetName = keyof typeof aims;
export const targetNames = Object.keys(aims) as TargetName[];
export const aimOf = (name: TargetName): Aim => aims[name];

export const maxMemory = 250;
export const maxIdleStatements = 3;
/** p99 of a chapter in ms while 50 people search. */
export const maxChapterWait = 100;
/** Memory in MB of a process that backs up or restores. */
export const maxBackupMemory = 300;
/** p99 of requests during a backup, as a multiple of that without one. */
export const maxBackupWait = 2;
