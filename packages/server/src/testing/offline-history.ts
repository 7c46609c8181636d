import { highlightColors } from '@inkling/contract/annotations';
import fc from 'fast-check';
import type { Network } from './offline-device.ts';

/** What readers do on devices, as arbitraries. `chosen` is one of the annotations that the device shows. */
export const chapterCount = 3;
export const passageCount = 40;

export interface Fields {
  note?: string;
  color?: string;
  title?: string;
  tags?: string[];
}
export type Action =
  | { kind: 'read'; chapter: number; progress: number; paragraph: number }
  | { kind: 'like'; liked: boolean }
  | { kind: 'create'; list: 'highlights' | 'bookmarks'; passage: number; fields: Required<Fields> }
  | { kind: 'edit'; chosen: number; fields: Fields }
  | { kind: 'delete'; chosen: number };

const words = fc.constantFrom('', 'ash', 'beech', 'cedar', 'elm');
// Tags that differ only in case are one tag.
const tags = fc.array(fc.constantFrom('Rain', 'rain', 'Night', 'sea'), { maxLength: 3 });
const all = {
  note: words,
  color: fc.constantFrom(...highlightColors),
  title: words,
  tags,
};

const actions = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      chapter: fc.nat(chapterCount - 1),
      progress: fc.oneof(fc.nat(100), fc.constant(100)),
      paragraph: fc.nat(5),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('like' as const), liked: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      list: fc.constantFrom('highlights' as const, 'bookmarks' as const),
      passage: fc.nat(passageCount - 1),
      fields: fc.record(all),
    }),
  },
  {
    // Often of the same annotation, on several devices.
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      chosen: fc.nat(2),
      fields: fc.record(all, { requiredKeys: [] }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), chosen: fc.nat() }) },
);

const networks = fc.array(fc.constantFrom<Network>('works', 'lost', 'fails'), { maxLength: 4 });

export interface Step {
  device: number;
  /** Since the step before, in milliseconds. */
  pause: number;
  does: { action: Action } | { turns: 'offline' | 'online' };
  /** What becomes of the first requests that this step makes. */
  networks: Network[];
}

const stepOf = (devices: number): fc.Arbitrary<Step> =>
  fc.record({
    device: fc.nat(devices - 1),
    // Now and then the next day.
    pause: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 2, max: 90_000 }) },
      { weight: 1, arbitrary: fc.constant(20 * 60 * 60_000) },
    ),
    does: fc.oneof(
      { weight: 5, arbitrary: fc.record({ action: actions }) },
      { weight: 2, arbitrary: fc.record({ turns: fc.constantFrom('offline' as const, 'online' as const) }) },
    ),
    networks,
  });

export const historyOf = (devices: number, maxLength: number): fc.Arbitrary<Step[]> =>
  fc.array(stepOf(devices), { minLength: 6, maxLength });
