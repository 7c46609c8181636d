import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage, resetBetweenTests } from '../testing/render-page.tsx';
import { lazyComponent } from './lazy-component.tsx';
import { OutdatedScript } from './part-scripts.ts';

resetBetweenTests();

const updated = page.getByText(/^Inkling has been updated\. Reload the page to continue\./);

test('a part that a newer version of the site no longer has leads to a reload that the person chooses', async () => {
  const load = vi.fn(() => Promise.reject(new OutdatedScript()));
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
  await expect.element(updated).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  // One message covers both parts, and neither is tried again: only a reload helps.
  expect(updated.elements()).toHaveLength(1);
  expect(close).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('online'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(load).toHaveBeenCalledTimes(2);
  await expect.element(page.getByLabelText('Message')).toHaveValue('half a sentence');
});

test('a part that could not be loaded says so, and loads when it is asked for again', async () => {
  const load = vi.fn<() => Promise<() => React.ReactNode>>(() => Promise.reject(new TypeError('offline')));
  const Chat = lazyComponent(load);
  const close = vi.fn();
  const shown = await renderPage(<Chat onLoadFailed={close} />);
  await expect
    .element(page.getByText('This could not be loaded. Check your connection, then try again.'))
    .toBeVisible();
  expect(close).toHaveBeenCalledTimes(1);
  await shown.unmount();
  load.mockResolvedValue(() => <p>The chat</p>);
  await renderPage(<Chat onLoadFailed={close} />);
  await expect.element(page.getByText('The chat')).toBeVisible();
});
