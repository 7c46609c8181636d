import { createRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { setOnline } from '../../testing/connection.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { SelectionMenu } from './selection-menu.tsx';

resetBetweenTests();
afterEach(() => vi.restoreAllMocks());

test('without a connection, the menu says that Share, Comment and Suggest a fix need one, and the rest works', async () => {
  setOnline(false);
  const done: string[] = [];
  const act = (name: string) => () => void done.push(name);
  const line = new DOMRect(100, 100, 200, 20);
  await renderPage(
    <SelectionMenu
      ref={createRef()}
      layout={{ first: line, last: line, isTouch: false }}
      onClose={() => undefined}
      onHighlight={act('highlight')}
      onBookmark={act('bookmark')}
      onNote={act('note')}
      onCopy={act('copy')}
      onShare={act('share')}
      onComment={act('comment')}
      onFix={act('fix')}
    />,
  );
  const reason = 'You’re offline. Share, Comment and Suggest a fix need a connection.';
  await expect.element(page.getByText(reason)).toBeVisible();
  for (const name of ['Share', 'Comment', 'Suggest a fix', 'Bookmark'])
    await page.getByRole('button', { name, exact: true }).click({ force: true });
  expect(done).toEqual(['bookmark']);
  await expect.element(page.getByRole('alert').getByText(reason).first()).toBeVisible();
});
