import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { asMember } from '../../testing/comment-pages.ts';
import { idOf } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
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

test('people who are not on the page are looked up by what is typed', async () => {
  asMember();
  const pagination = { page: 1, limit: 20, total: 0, totalPages: 0, hasMore: false };
  const follows = mockCall('GET /users/{username}/following', { success: true, data: [], pagination });
  const grace = { _id: idOf(95), username: 'grace', displayName: 'Grace', avatar: null };
  const asked: string[] = [];
  const more = (name: string) => ({
    queryKey: ['named', name],
    queryFn: () => {
      asked.push(name);
      return Promise.resolve([grace]);
    },
  });
  await renderPage(
    <NameSuggestions people={[]} more={more}>
      <textarea aria-label="Text" />
    </NameSuggestions>,
  );
  await page.getByRole('textbox', { name: 'Text' }).click();
  await userEvent.keyboard('Dear @gra');
  await expect.poll(() => document.body.textContent).toContain('1 name found');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Dear @grace ');
  expect(asked).toEqual(['gra']);
  expect(follows.sent.length).toBeGreaterThan(0);
});
