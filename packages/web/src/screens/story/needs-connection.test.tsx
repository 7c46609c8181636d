import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { setOnline } from '../../testing/connection.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { ConnectionReason, NeedsConnection } from './needs-connection.tsx';

resetBetweenTests();
afterEach(() => vi.restoreAllMocks());

test('without a connection what needs one cannot be pressed, and the page says why', async () => {
  await renderPage(
    <>
      <NeedsConnection>
        <button type="button">Add to collection</button>
      </NeedsConnection>
      <button type="button">Like</button>
      <ConnectionReason />
    </>,
  );
  const button = page.getByRole('button', { name: 'Add to collection' });
  await expect.element(button).toBeEnabled();
  setOnline(false);
  await expect.element(button).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Like' })).toBeEnabled();
  const reason = page.getByText('You are offline. Some buttons need a connection and are switched off.');
  await expect.element(reason).toBeVisible();
  setOnline(true);
  await expect.element(button).toBeEnabled();
  expect(reason.elements()).toEqual([]);
});
