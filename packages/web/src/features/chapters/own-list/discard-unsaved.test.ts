import { expect, test } from 'vitest';
import { forgetNewChapter } from '../../../screens/write-story/unsaved-chapters.tsx';
import { emptyChapter } from '../editor/chapter-input.ts';
import { AutosaveFixture } from '../editor/draft-autosave.fixture.ts';
import type { DraftRef, PageDrafts, StoredDraft } from '../editor/local-drafts.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 0, minute)).toISOString();
const text = (chapter: string, content: string, drafts: DraftRef[] = []): StoredDraft => ({
  ...emptyChapter,
  chapter,
  content,
  drafts,
  baseVersion: null,
  keptAt: at(1),
});

/** What this device, called 'desk', has stored after a draft of chapter 'a' was discarded. */
async function left(before: Partial<PageDrafts>, discarded: DraftRef) {
  const { localDrafts } = new AutosaveFixture();
  await localDrafts('key').write({ keptAt: at(9), current: null, aside: [], ...before });
  await forgetNewChapter(localDrafts('key'), { chapter: 'a', ...discarded }, 'desk');
  const stored = await localDrafts('key').read();
  return { current: stored?.current?.content, aside: stored?.aside.map(({ content }) => content) };
}

test('discarding this device’s draft of a new chapter deletes its text here, but no other', async () => {
  const before = { current: text('a', 'Typed'), aside: [text('b', 'Other chapter')] };
  const after = await left(before, { device: 'desk', updatedAt: at(8) });
  expect(after).toEqual({ current: undefined, aside: ['Other chapter'] });
  const elsewhere = { current: text('b', 'Other chapter') };
  expect(await left(elsewhere, { device: 'desk', updatedAt: at(8) })).toMatchObject({
    current: 'Other chapter',
  });
});

test('discarding another device’s draft deletes the copy that is offered here, unless that is newer', async () => {
  const before = {
    current: text('a', 'Typed'),
    aside: [text('a', 'Phone', [{ device: 'phone', updatedAt: at(3) }]), text('a', 'Set aside')],
  };
  const after = await left(before, { device: 'phone', updatedAt: at(3) });
  expect(after).toEqual({ current: 'Typed', aside: ['Set aside'] });
  const later = await left(before, { device: 'phone', updatedAt: at(2) });
  expect(later.aside).toContain('Phone');
});
