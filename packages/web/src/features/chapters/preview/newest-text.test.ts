import type { Draft } from '@inkling/contract/chapters';
import { describe, expect, test } from 'vitest';
import type { PageDrafts, StoredDraft } from '../editor/local-drafts.ts';
import { newestUnsaved } from './use-preview.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const saved = {
  title: 'One',
  content: 'Saved.',
  authorNotes: '',
  endNotes: '',
  isPublished: false,
  version: 3,
  updatedAt: at(10),
};
const typed = (content: string, minute: number, baseVersion: number | null = 3): StoredDraft => ({
  ...{ title: 'One', content, authorNotes: '', endNotes: '', isPublished: false },
  chapter: 'one',
  baseVersion,
  keptAt: at(minute),
  drafts: [],
});
const onServer = (content: string, minute: number, baseVersion: number | null = 3) => ({
  ...typed(content, minute, baseVersion),
  device: 'phone',
  updatedAt: at(minute),
});
const newest = (
  of: typeof saved | null,
  stored: PageDrafts | null,
  ...onServer: Draft[]
): StoredDraft | null => newestUnsaved(of, stored, onServer, 'laptop');
const noDrafts: PageDrafts = { keptAt: at(0), current: null, aside: [] };
const contentOf = (draft: StoredDraft | null) => draft?.content;

describe('the newest unsaved text of a chapter', () => {
  test('is null without drafts, and for a draft that equals the saved text', () => {
    expect(newest(saved, null)).toBeNull();
    expect(newest(saved, { ...noDrafts, current: typed('Saved.', 20) })).toBeNull();
    expect(newest(saved, null, onServer('Saved.', 20))).toBeNull();
  });

  test('is the newer one of this device and the server', () => {
    const here = { ...noDrafts, current: typed('Here.', 20) };
    expect(contentOf(newest(saved, here, onServer('There.', 30)))).toBe('There.');
    expect(contentOf(newest(saved, here, onServer('There.', 15)))).toBe('Here.');
    expect(contentOf(newest(null, null, onServer('New.', 15, null)))).toBe('New.');
  });

  test('is this device’s draft on the server only if it was typed after what the device has stored', () => {
    const here = { ...noDrafts, keptAt: at(31), current: typed('Here, later.', 31) };
    const own = { ...onServer('Here.', 30), device: 'laptop' };
    expect(contentOf(newest(saved, here, own))).toBe('Here, later.');
    expect(contentOf(newest(saved, { ...here, keptAt: at(29), current: typed('Here', 29) }, own))).toBe(
      'Here.',
    );
    // It was discarded here.
    expect(newest(saved, { ...noDrafts, keptAt: at(31) }, own)).toBeNull();
    // The text here includes another device's draft.
    const restored = { ...typed('There, on.', 5), drafts: [{ device: 'phone', updatedAt: at(30) }] };
    expect(contentOf(newest(saved, { ...noDrafts, current: restored }, onServer('There.', 30)))).toBe(
      'There, on.',
    );
  });

  test('is a text that was set aside, unless the chapter was saved since', () => {
    const aside = { ...noDrafts, aside: [typed('Aside.', 20)] };
    expect(contentOf(newest(saved, aside))).toBe('Aside.');
    expect(newest({ ...saved, version: 4, updatedAt: at(25) }, aside)).toBeNull();
    expect(newest(saved, null, onServer('Of another version.', 9, 2))).toBeNull();
    expect(contentOf(newest(saved, null, onServer('Of another version.', 11, 2)))).toBe(
      'Of another version.',
    );
  });
});
