import { expect, test } from 'vitest';
import { emptyChapter } from '../editor/chapter-input.ts';
import type { LocalDraftStore, StoredDraft, StoredDrafts } from '../editor/draft-store.ts';
import { forgetNewChapter } from './discard-unsaved.ts';

const text = (chapter: string, content: string, drafts: StoredDraft['drafts'] = []): StoredDraft => ({
  ...emptyChapter,
  chapter,
  content,
  drafts,
  baseVersion: null,
  keptAt: '2026-03-01T00:00:00.000Z',
});

/** What this device, called 'desk', has stored after a draft of chapter 'a' was discarded. */
async function left(before: Partial<StoredDrafts>, discarded: { device: string; turn: number }) {
  let stored: StoredDrafts = { turn: 9, current: null, aside: [], handled: {}, ...before };
  let writes = 0;
  const store: LocalDraftStore = {
    read: async () => stored,
    write: async (_key, drafts) => {
      stored = drafts;
      writes += 1;
      return drafts;
    },
    writeSync: () => undefined,
  };
  await forgetNewChapter(store, 'key', { chapter: 'a', ...discarded }, 'desk');
  const { current, aside, turn } = stored;
  return { current: current?.content, aside: aside.map(({ content }) => content), writes, turn };
}

test('discarding this device’s draft of a new chapter deletes its text here, but no other', async () => {
  const before = { current: text('a', 'Typed'), aside: [text('b', 'Other chapter')] };
  const after = await left(before, { device: 'desk', turn: 8 });
  expect(after).toMatchObject({ current: undefined, aside: ['Other chapter'], writes: 1 });
  // A later turn, so that no earlier copy in local storage takes its place.
  expect(after.turn).toBeGreaterThan(9);
  const elsewhere = { current: text('b', 'Other chapter') };
  expect(await left(elsewhere, { device: 'desk', turn: 8 })).toMatchObject({
    current: 'Other chapter',
    writes: 0,
  });
});

test('discarding another device’s draft deletes the copy that is offered here, unless that is newer', async () => {
  const before = {
    current: text('a', 'Typed'),
    aside: [text('a', 'Phone', [{ device: 'phone', turn: 3 }]), text('a', 'Set aside')],
  };
  expect(await left(before, { device: 'phone', turn: 3 })).toMatchObject({
    current: 'Typed',
    aside: expect.not.arrayContaining(['Phone']),
    writes: 1,
  });
  expect((await left(before, { device: 'phone', turn: 2 })).writes).toBe(0);
});
