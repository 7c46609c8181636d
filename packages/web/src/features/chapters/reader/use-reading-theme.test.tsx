// Types what `cdp` sends.
import type {} from '@vitest/browser-playwright';
import { afterEach, expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import '../../../styles/tokens.css';
import { renderPage, resetBetweenTests } from '../../../testing/render-page.tsx';
import { useReadingTheme } from './use-reading-theme.ts';

resetBetweenTests();
afterEach(async () => {
  delete document.documentElement.dataset.readingTheme;
  await setSystem('');
});

const setSystem = (value: string) =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });

function Chapter({ theme }: { theme: Parameters<typeof useReadingTheme>[0] }) {
  useReadingTheme(theme);
  return <p style={{ background: 'var(--surface)' }}>The lamp was lit.</p>;
}

const background = () => getComputedStyle(page.getByText('The lamp was lit.').element()).backgroundColor;
const dark = 'oklch(0.19 0.008 70)';
const light = 'oklch(0.99 0.002 90)';

test('the theme of the system follows it at once; the others do not', async () => {
  await setSystem('light');
  const shown = await renderPage(<Chapter theme="system" />);
  expect(background()).toBe(light);
  await setSystem('dark');
  await expect.poll(background).toBe(dark);
  await setSystem('light');
  await expect.poll(background).toBe(light);
  await shown.unmount();
  await renderPage(<Chapter theme="dark" />);
  expect(background()).toBe(dark);
});
