import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { idOf } from '../../testing/fixtures.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NameSuggestions } from './name-suggestions.tsx';

resetBetweenTests();

test('Esc closes the suggested names, and only then the dialog around them', async () => {
  let closed = 0;
  const person = { _id: idOf(5), username: 'grace', displayName: 'Grace', avatar: null };
  await renderPage(
    <Dialog
      open
      title="Comments"
      onOpenChange={() => {
        closed += 1;
      }}
    >
      <NameSuggestions people={[person]}>
        <textarea aria-label="Text" />
      </NameSuggestions>
    </Dialog>,
  );
  await page.getByRole('textbox', { name: 'Text' }).click();
  await userEvent.keyboard('Dear @gr');
  const names = page.getByRole('listbox', { name: 'People' });
  await expect.element(names).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(names).not.toBeInTheDocument();
  expect(closed).toBe(0);
  await userEvent.keyboard('{Escape}');
  expect(closed).toBe(1);
});
