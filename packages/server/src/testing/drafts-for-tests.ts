import { listDrafts, saveDraft } from '@inkling/contract/chapters';
import { newId } from '@inkling/contract/new-id';
import type { Person, TestApp } from './test-app.ts';

const start = Date.UTC(2026, 2, 1);
/** An id for a device or for a chapter that has not been created. */
export const anId = (): string => newId(start);

/** The drafts of a person's devices. */
export const drafting = (site: TestApp) => ({
  /** Saves a draft that was typed now; without a chapter, of a new one. */
  async save(
    person: Person,
    storyId: string,
    content: string,
    {
      chapterId = anId(),
      device = anId(),
      updatedAt = site.clock.now().toISOString(),
      title = 'So far',
    } = {},
  ) {
    const body = { device, updatedAt, title, content, authorNotes: '', endNotes: '' };
    const saved = await site.as(person).call(saveDraft, { params: { id: storyId, chapterId }, body });
    return Object.assign(saved, { draft: { chapterId, device, updatedAt } });
  },
  list: async (person: Person, storyId: string, chapterId = 'new') =>
    (await site.as(person).call(listDrafts, { params: { id: storyId, chapterId } })).body.data,
});
