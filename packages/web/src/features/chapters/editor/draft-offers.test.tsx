import { expect, test, vi } from 'vitest';
import { idOf } from '../../../testing/fixtures.ts';
import { renderPage, resetBetweenTests } from '../../../testing/render-page.tsx';
import { emptyChapter } from './chapter-input.ts';
import { DraftOffers } from './draft-offers.tsx';
import type { StoredDraft } from './local-drafts.ts';

resetBetweenTests();

const offer = (chapter: string): StoredDraft => ({
  ...emptyChapter,
  title: chapter,
  chapter,
  baseVersion: null,
  keptAt: new Date().toISOString(),
  drafts: [],
});
const offers = [idOf(1), idOf(2)].map(offer);

async function show(chosen: string | undefined, isEdited: boolean) {
  const onRestore = vi.fn();
  const part = (
    <DraftOffers
      offers={offers}
      chosen={chosen}
      isEdited={() => isEdited}
      language="en"
      page={() => emptyChapter}
      changedAt={() => ''}
      onRestore={onRestore}
      onDiscard={() => undefined}
    />
  );
  await renderPage(part, '/', '/');
  return onRestore.mock.calls.map(([{ chapter }]) => chapter);
}

test('the chosen draft is loaded into the editor unless the author has typed in the meantime', async () => {
  expect(await show(idOf(2), false)).toEqual([idOf(2)]);
  expect(await show(idOf(2), true)).toEqual([]);
  expect(await show(undefined, false)).toEqual([]);
});
