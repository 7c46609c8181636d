import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { resetBetweenTests } from '../testing/render-page.tsx';
import { toast } from './toast.tsx';

resetBetweenTests();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  { show: toast.success, text: 'Chapters reordered.', milliseconds: 4000 },
  { show: toast.notice, text: 'This story is coming soon.', milliseconds: 4000 },
  { show: toast.error, text: 'We can’t reach the server.', milliseconds: 5000 },
])('$text is shown for $milliseconds ms', async ({ show, text, milliseconds }) => {
  show(text);
  const message = page.getByText(text, { exact: true });
  await expect.element(message).toBeVisible();
  const box = message.element().getBoundingClientRect();
  expect(box.right).toBeGreaterThan(window.innerWidth - 100);
  expect(box.top).toBeLessThan(60);
  await vi.advanceTimersByTimeAsync(milliseconds - 50);
  await expect.element(message).toBeVisible();
  // It is removed a second after it has begun to disappear.
  await vi.advanceTimersByTimeAsync(1000);
  await expect.element(message).toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(100);
  await expect.element(message).not.toBeInTheDocument();
});

test('at most twenty toasts are shown at once, and errors are alerts', async () => {
  for (let time = 0; time < 24; time += 1) toast.error('We can’t reach the server.');
  await expect.element(page.getByText('We can’t reach the server.').first()).toBeVisible();
  expect(page.getByRole('alert').elements()).toHaveLength(20);
});

test('Ctrl+Z undoes the latest message only', async () => {
  const undone: string[] = [];
  for (const name of ['first', 'second']) toast.undo(name, () => undone.push(name));
  await expect.element(page.getByText(/^second/)).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(undone).toEqual(['second']);
  await expect.element(page.getByText(/^second/)).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(undone).toEqual(['second', 'first']);
});
