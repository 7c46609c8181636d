import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage, resetBetweenTests } from '../../../testing/render-page.tsx';
import { type ChapterInput, emptyChapter } from './chapter-input.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DraftOffers } from './draft-offers.tsx';

resetBetweenTests();

const input = (content: string): ChapterInput => ({ ...emptyChapter, title: 'Evening', content });
const saved = input('She looked at the sea and waited.');
const typed = input('She looked at the harbour and waited.');

const region = (name: string) => page.getByRole('region', { name, exact: true });

/** Expects the word of one text to be struck out, and that of the other to be underlined. */
async function expectMarked(struck: [name: string, word: string], underlined: [name: string, word: string]) {
  await expect.element(region(struck[0]).getByRole('deletion')).toHaveTextContent(struck[1]);
  await expect.element(region(underlined[0]).getByRole('insertion')).toHaveTextContent(underlined[1]);
}

test.each([
  ['2026-01-01T10:00:00.000Z', ['On this page', 'sea'], ['Unsaved changes', 'harbour']],
  ['2026-01-01T12:00:00.000Z', ['Unsaved changes', 'harbour'], ['On this page', 'sea']],
] as const)(
  'of a page changed at %s and a draft of 11:00, the older text is struck out',
  async (changedAt, older, newer) => {
    const draft = { ...typed, chapter: 'a', baseVersion: 1, keptAt: '2026-01-01T11:00:00.000Z', drafts: [] };
    await renderPage(
      <DraftOffers
        chosen={undefined}
        isEdited={() => false}
        offers={[draft]}
        language="en"
        page={() => saved}
        changedAt={() => changedAt}
        onRestore={() => undefined}
        onDiscard={() => undefined}
      />,
    );
    await page.getByRole('button', { name: 'Compare' }).click();
    await expectMarked([...older], [...newer]);
    await expect.element(region(older[0]).getByText('Older. Struck out: only in this text.')).toBeVisible();
    await expect.element(region(newer[0]).getByText('Newer. Underlined: only in this text.')).toBeVisible();
  },
);

test('of a chapter saved elsewhere, what saving the page would add is underlined', async () => {
  await renderPage(
    <ConflictDialog
      open
      onOpenChange={() => undefined}
      language="en"
      mine={typed}
      theirs={saved}
      onChoose={() => undefined}
    />,
  );
  await expectMarked(['Saved elsewhere', 'sea'], ['On this page', 'harbour']);
  await expect.element(page.getByText('Older', { exact: false })).not.toBeInTheDocument();
});
