import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage, resetBetweenTests } from '../../../testing/render-page.tsx';
import { type ChapterInput, emptyChapter } from './chapter-input.ts';
import { type ConflictChoice, ConflictDialog } from './conflict-dialog.tsx';
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

test('emphasis of the text is shown as readers see it, and a title as it was typed', async () => {
  const mine = { ...input('It was un\u2060*believ*\u2060ably **late**.\n***\nHere.'), title: 'The *Star*' };
  await renderPage(
    <ConflictDialog
      open
      onOpenChange={() => undefined}
      language="en"
      mine={mine}
      theirs={input('It was *very* late.\nHere.')}
      onChoose={() => undefined}
    />,
  );
  const here = region('On this page');
  await expect.element(here.getByRole('checkbox', { name: 'Use: It was unbelievably late.' })).toBeChecked();
  expect(here.element().textContent).toContain(': It was unbelievably late.');
  expect(here.element().textContent).toContain(': The *Star*');
  const shown = (name: string) =>
    [...region(name).element().querySelectorAll('em, strong')].map((one) => one.outerHTML);
  expect(shown('On this page')).toEqual(['<em>believ</em>', '<strong>late</strong>']);
  expect(shown('Saved elsewhere')).toEqual(['<em>very</em>']);
});

describe('of two texts in conflict', () => {
  const mine = input('First.\nShe looked at the harbour and waited.\nA middle.\nMine alone.');
  const theirs = input('First.\nShe looked at the sea and waited.\nA middle.\nTheirs, and new.');
  const show = async (onChoose: (choice: ConflictChoice) => void = () => undefined) =>
    renderPage(
      <ConflictDialog
        open
        onOpenChange={() => undefined}
        language="en"
        mine={mine}
        theirs={theirs}
        onChoose={onChoose}
      />,
    );
  const box = (name: string, text: RegExp) => region(name).getByRole('checkbox', { name: text });
  const save = page.getByRole('button', { name: 'Save combined text' });

  test('single paragraphs are taken from either one', async () => {
    const chosen: ConflictChoice[] = [];
    await show((choice) => chosen.push(choice));
    const [sea, harbour] = [box('Saved elsewhere', /the sea/), box('On this page', /the harbour/)];
    await expect.element(harbour).toBeChecked();
    await expect.element(sea).not.toBeChecked();
    await expect.element(save).not.toBeInTheDocument();
    await sea.click();
    // Two forms of one paragraph: exactly one of them is used.
    await expect.element(harbour).not.toBeChecked();
    await box('Saved elsewhere', /Theirs, and new/).click();
    await expect.element(box('On this page', /Mine alone/)).toBeChecked();
    await expect.element(page.getByText('2 changes from the other version.')).toBeVisible();
    await save.click();
    expect(chosen).toEqual([
      {
        title: 'Evening',
        content: 'First.\nShe looked at the sea and waited.\nA middle.\nTheirs, and new.\nMine alone.',
        authorNotes: '',
        endNotes: '',
      },
    ]);
    await harbour.click();
    await box('Saved elsewhere', /Theirs, and new/).click();
    await expect.element(save).not.toBeInTheDocument();
  });

  test('buttons and keys lead from difference to difference', async () => {
    await show();
    const next = page.getByRole('button', { name: 'Next difference' });
    await expect.element(page.getByText('2 differences', { exact: true })).toBeVisible();
    await next.click();
    await expect.element(page.getByText('Difference 1 of 2')).toBeVisible();
    await expect.element(next).toHaveFocus();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await expect.element(page.getByText('Difference 2 of 2')).toBeVisible();
    await expect.element(box('Saved elsewhere', /Theirs, and new/)).toHaveFocus();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await expect.element(page.getByText('Difference 1 of 2')).toBeVisible();
    await userEvent.keyboard(' ');
    await expect.element(box('Saved elsewhere', /the sea/)).toBeChecked();
    await page.getByRole('button', { name: 'Previous difference' }).click();
    await expect.element(page.getByText('Difference 2 of 2')).toBeVisible();
  });
});
