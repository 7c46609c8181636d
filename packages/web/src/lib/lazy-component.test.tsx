import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage, resetBetweenTests } from '../testing/render-page.tsx';
import { lazyComponent } from './lazy-component.tsx';

resetBetweenTests();

const notLoaded = page.getByText(/^This couldn’t be loaded\. Check your connection, then reload the page\./);

test('a part that cannot be loaded leads to a reload that the person chooses', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('offline')));
  const [Chat, Comments] = [lazyComponent(load), lazyComponent(load)];
  const close = vi.fn();
  await renderPage(
    <>
      <textarea aria-label="Message" />
      <Chat onLoadFailed={close} />
      <Comments />
    </>,
  );
  await page.getByLabelText('Message').fill('half a sentence');
  await expect.element(notLoaded).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  // One message covers both parts, and neither is tried again: browsers remember a failed import.
  expect(notLoaded.elements()).toHaveLength(1);
  expect(close).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('online'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(load).toHaveBeenCalledTimes(2);
  await expect.element(page.getByLabelText('Message')).toHaveValue('half a sentence');
});

test('a part is loaded once, and is there at once when it is shown again', async () => {
  const load = vi.fn(async () => () => <p>The chat</p>);
  const Chat = lazyComponent(load, { fallback: <p>Loading</p> });
  const shown = await renderPage(<Chat />);
  await expect.element(page.getByText('The chat')).toBeVisible();
  await shown.unmount();
  await renderPage(<Chat />);
  await expect.element(page.getByText('The chat')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});
