import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../../../testing/fixtures.ts';
import { mockCall } from '../../../testing/mock-call.ts';
import { evenings } from '../../../testing/own-story.ts';
import { renderPage, resetBetweenTests, signIn } from '../../../testing/render-page.tsx';
import { ConfirmChange, useBulkChange } from './bulk-dialogs.tsx';

resetBetweenTests();

const [one, two, gone] = [idOf(5), idOf(6), idOf(7)];

function DeleteButton() {
  const { run } = useBulkChange(idOf(2), () => undefined);
  return (
    <button type="button" onClick={() => void run({ action: 'delete', chapters: [one, two, gone] })}>
      Delete
    </button>
  );
}

test('the deletion of many chapters can be undone in one step, without those that were not deleted', async () => {
  signIn();
  const call = 'POST /stories/{id}/chapters/bulk';
  const missing = { chapter: gone, title: '', code: 'NOT_FOUND' as const, message: 'Chapter not found' };
  const result = { done: 2, unchanged: 0, refused: [missing], draftBecause: null };
  mockCall(call, { success: true, data: result });
  await renderPage(<DeleteButton />);
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('2 chapters deleted.', { exact: false })).toBeVisible();

  const draftBecause = 'Please verify your email address before you publish.';
  const { sent } = mockCall(call, { success: true, data: { ...result, refused: [], draftBecause } });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText(`2 chapters restored. ${draftBecause}`)).toBeVisible();
  expect(sent).toEqual([{ action: 'restore', chapters: [one, two] }]);
});

test.for([
  [true, 'Readers will see them right away.'],
  [false, 'Readers will see them as soon as the story is published too.'],
] as const)(
  'before selected chapters of a story (published: %s) are published, the author reads what follows',
  async ([isStoryPublished, effect]) => {
    const [published, draft, scheduled, alsoScheduled, short] = evenings(5);
    if (!published || !draft || !scheduled || !alsoScheduled || !short)
      throw new Error('Chapters are missing.');
    const selected = [
      { ...published, isPublished: true },
      draft,
      scheduled,
      alsoScheduled,
      { ...short, wordCount: 20 },
    ];
    const dates = new Set([scheduled._id, alsoScheduled._id, short._id]);
    await renderPage(
      <ConfirmChange
        change={{ action: 'publish', chapters: selected }}
        isStoryPublished={isStoryPublished}
        isScheduled={(id) => dates.has(id)}
        busy={false}
        onConfirm={() => undefined}
        onClose={() => undefined}
      />,
    );
    const text = `${effect} 2 of them are scheduled and will be published now. 1 has fewer than 200 words and will stay a draft.`;
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  },
);
