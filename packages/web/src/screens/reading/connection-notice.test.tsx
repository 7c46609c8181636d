import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { setOnline } from '../../testing/connection.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { ConnectionNotice, ConnectionSign } from './connection-notice.tsx';
import '../../styles/reading-comfort.css';

resetBetweenTests();
afterEach(() => vi.restoreAllMocks());

test('without a connection, a chapter has a sign that explains it, and no banner; a page without one has the banner', async () => {
  const sign = page.getByRole('button', { name: 'You’re offline.' });
  const banner = page.getByRole('status').filter({ hasText: 'You’re offline.' });
  for (const hasChapter of [true, false]) {
    const { unmount } = await renderPage(
      <div className="reading-screen">
        <ConnectionSign />
        {hasChapter && <p className="chapter-text">It was night.</p>}
        <ConnectionNotice />
      </div>,
    );
    expect(sign.elements()).toEqual([]);
    setOnline(false);
    await expect.element(sign).toBeVisible();
    await expect.poll(() => banner.element().getBoundingClientRect().width > 1).toBe(!hasChapter);
    await sign.click();
    const explanation = 'You’re offline. Everything is kept and saved later.';
    await expect
      .poll(() => page.getByText(explanation, { exact: true }).elements().length)
      .toBeGreaterThan(hasChapter ? 1 : 0);
    setOnline(true);
    await expect.poll(() => sign.elements()).toEqual([]);
    await unmount();
  }
});
