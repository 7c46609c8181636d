import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Arrangement,
  beginVolume,
  isConsistent,
  moveChapters,
  moveVolume,
  removeVolume,
  reorderAll,
} from './arrangement.ts';

/** Chapters in order as 'id' or 'id:volume', and volumes. */
const arrangement = (volumes: string, chapters: string): Arrangement => ({
  volumes: volumes.split(' ').filter(Boolean),
  chapters: chapters.split(' ').map((each) => {
    const [id = '', volume = null] = each.split(':');
    return { id, volume };
  }),
});
const shown = (result: Arrangement | null): string | undefined =>
  result?.chapters.map(({ id, volume }) => (volume === null ? id : `${id}:${volume}`)).join(' ');

const story = arrangement('A B C', '1 2:A 3:A 4:C 5:C');
const move = (ids: string, place: Parameters<typeof moveChapters>[2]) =>
  shown(moveChapters(story, new Set(ids.split(' ')), place));

describe('moving chapters', () => {
  test('a chapter gets the volume that it is moved into', () => {
    expect(move('5', { position: 3 })).toBe('1 2:A 5:A 3:A 4:C');
    expect(move('2', { position: 1 })).toBe('2 1 3:A 4:C 5:C');
    expect(move('1', { position: 5 })).toBe('2:A 3:A 4:C 5:C 1:C');
  });

  test('between two volumes, the call says which one it is; without, a chapter stays in its own if it can', () => {
    expect(move('5', { position: 4, volume: 'A' })).toBe('1 2:A 3:A 5:A 4:C');
    expect(move('5', { position: 4, volume: 'B' })).toBe('1 2:A 3:A 5:B 4:C');
    expect(move('5', { position: 4, volume: 'C' })).toBe('1 2:A 3:A 5:C 4:C');
    expect(move('5', { position: 4 })).toBe('1 2:A 3:A 5:C 4:C');
    expect(move('1', { position: 3 })).toBe('2:A 3:A 1:A 4:C 5:C');
    // The first chapter of a volume joins the one before without a new position.
    expect(move('4', { position: 4, volume: 'B' })).toBe('1 2:A 3:A 4:B 5:C');
  });

  test('a volume that is not at the position, or not in the story, is refused', () => {
    expect(move('5', { position: 2, volume: 'C' })).toBeUndefined();
    expect(move('5', { position: 5, volume: null })).toBeUndefined();
    expect(move('5', { volume: 'X' })).toBeUndefined();
  });

  test('many chapters stay in their order, at the end of a volume or from a position on', () => {
    expect(move('4 1', { volume: 'A' })).toBe('2:A 3:A 1:A 4:A 5:C');
    expect(move('2 5', { volume: null })).toBe('1 2 5 3:A 4:C');
    expect(move('2 4', { volume: 'B' })).toBe('1 3:A 2:B 4:B 5:C');
    expect(move('1 2', { position: 900 })).toBe('3:A 4:C 5:C 1:C 2:C');
  });
});

describe('volumes', () => {
  test('a volume begins at a chapter and takes those up to the next volume', () => {
    expect(shown(beginVolume(story, 'X', '3'))).toBe('1 2:A 3:X 4:C 5:C');
    expect(beginVolume(story, 'X', '3').volumes).toEqual(['A', 'X', 'B', 'C']);
    expect(shown(beginVolume(story, 'X', '1'))).toBe('1:X 2:A 3:A 4:C 5:C');
    expect(beginVolume(story, 'X').volumes).toEqual(['A', 'B', 'C', 'X']);
  });

  test('a volume moves with its chapters', () => {
    expect(shown(moveVolume(story, 'C', 1))).toBe('1 4:C 5:C 2:A 3:A');
    expect(moveVolume(story, 'A', 3).volumes).toEqual(['B', 'C', 'A']);
  });

  test('the chapters of a removed volume join the one before it, or none', () => {
    expect(shown(removeVolume(story, 'C'))).toBe('1 2:A 3:A 4:B 5:B');
    expect(shown(removeVolume(story, 'A'))).toBe('1 2 3 4:C 5:C');
  });

  test('a complete order leaves each volume with as many chapters', () => {
    expect(shown(reorderAll(story, ['5', '4', '3', '2', '1']))).toBe('5 4:A 3:A 2:C 1:C');
  });
});

test('whatever is done, every volume has consecutive chapters and no chapter is lost', () => {
  const number = fc.nat(40);
  const change = fc.oneof(
    fc.record({ kind: fc.constant('begin' as const), at: number, empty: fc.boolean() }),
    fc.record({ kind: fc.constant('remove' as const), at: number }),
    fc.record({ kind: fc.constant('moveVolume' as const), at: number, to: number }),
    fc.record({
      kind: fc.constant('move' as const),
      ids: fc.array(number),
      to: number,
      volume: number,
      way: fc.nat(3),
    }),
    fc.record({ kind: fc.constant('reorder' as const), seed: number }),
    fc.record({ kind: fc.constant('delete' as const), at: number }),
  );
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      let now = arrangement('', Array.from({ length: 20 }, (_, index) => `c${index}`).join(' '));
      for (const [step, each] of changes.entries()) {
        const { volumes, chapters } = now;
        const pick = <Item>(from: readonly Item[], at: number): Item | undefined => from[at % from.length];
        const before = now;
        if (each.kind === 'begin') {
          now = beginVolume(now, `v${step}`, each.empty ? undefined : pick(chapters, each.at)?.id);
        } else if (each.kind === 'reorder') {
          now = reorderAll(
            now,
            chapters
              .map(({ id }) => id)
              .toSorted((a, b) => ((a.length * each.seed) % 3) - ((b.length * each.seed) % 3)),
          );
        } else if (each.kind === 'delete') {
          const gone = pick(chapters, each.at)?.id;
          now = { volumes, chapters: chapters.filter(({ id }) => id !== gone) };
        } else if (each.kind === 'move') {
          const ids = new Set(each.ids.flatMap((at) => pick(chapters, at)?.id ?? []));
          const volume = pick([null, ...volumes], each.volume);
          const place = [{ position: each.to + 1 }, { volume }, { position: each.to + 1, volume }][
            each.way % 3
          ];
          now = moveChapters(now, ids, place ?? {}) ?? now;
        } else {
          const volume = pick(volumes, each.at);
          if (volume === undefined) continue;
          now = each.kind === 'remove' ? removeVolume(now, volume) : moveVolume(now, volume, each.to + 1);
        }
        expect(isConsistent(now)).toBe(true);
        const lost = each.kind === 'delete' ? 1 : 0;
        expect(new Set(now.chapters.map(({ id }) => id)).size).toBe(
          Math.max(0, before.chapters.length - lost),
        );
      }
    }),
  );
});
