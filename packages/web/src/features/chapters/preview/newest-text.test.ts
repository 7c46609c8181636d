import { describe, expect, test } from 'vitest';
import { noDrafts, type StoredDraft } from '../editor/draft-store.ts';
import { newestUnsaved } from './newest-text.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
const saved = {
  title: 'One',
  content: 'Saved.',
  authorNotes: '',
  isPublished: false,
  version: 3,
  updatedAt: at(10),
};
const typed = (content: string, minute: number, baseVersion: number | null = 3): StoredDraft => ({
  ...{ title: 'One', content, authorNotes: '', isPublished: false },
  baseVersion,
  keptAt: at(minute),
});
const onServer = (content: string, minute: number, baseVersion: number | null = 3) => ({
  ...typed(content, minute, baseVersion),
  revision: 7,
  updatedAt: at(minute),
});
const contentOf = (draft: StoredDraft | null) => draft?.content;

describe('the newest unsaved text of a chapter', () => {
  test('is null without drafts, and for a draft that equals the saved text', () => {
    expect(newestUnsaved(saved, null, null)).toBeNull();
    expect(newestUnsaved(saved, { ...noDrafts, current: typed('Saved.', 20) }, null)).toBeNull();
    expect(newestUnsaved(saved, null, onServer('Saved.', 20))).toBeNull();
  });

  test('is the newer one of this device and the server', () => {
    const here = { ...noDrafts, current: typed('Here.', 20) };
    expect(contentOf(newestUnsaved(saved, here, onServer('There.', 30)))).toBe('There.');
    expect(contentOf(newestUnsaved(saved, here, onServer('There.', 15)))).toBe('Here.');
    expect(contentOf(newestUnsaved(null, null, onServer('New.', 15, null)))).toBe('New.');
  });

  test('is what was typed on a device whose clock is slow, after the server had its draft', () => {
    const here = { ...noDrafts, current: typed('Here, later.', 5), seen: at(30) };
    expect(contentOf(newestUnsaved(saved, here, onServer('Here.', 30)))).toBe('Here, later.');
  });

  test('is a text that was set aside, unless the chapter was saved since', () => {
    const aside = { ...noDrafts, aside: [typed('Aside.', 20)] };
    expect(contentOf(newestUnsaved(saved, aside, null))).toBe('Aside.');
    expect(newestUnsaved({ ...saved, version: 4, updatedAt: at(25) }, aside, null)).toBeNull();
    expect(newestUnsaved(saved, null, onServer('Of another version.', 9, 2))).toBeNull();
    expect(contentOf(newestUnsaved(saved, null, onServer('Of another version.', 11, 2)))).toBe(
      'Of another version.',
    );
  });
});
