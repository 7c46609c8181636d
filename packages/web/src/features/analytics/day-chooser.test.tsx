import { type ReactNode, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { DayChooser } from './day-chooser.tsx';

resetBetweenTests();

/** Shows the first part, then the second. */
function Later({ parts: [first, second] }: { parts: [ReactNode, ReactNode] }) {
  const [isLater, setLater] = useState(false);
  return (
    <>
      {isLater ? second : first}
      <button type="button" onClick={() => setLater(true)}>
        Later
      </button>
    </>
  );
}

test('days that are being typed stay when those chosen before them are shown late', async () => {
  const onChange = vi.fn();
  const chooser = (from: string) => (
    <DayChooser days={{ from, to: '2026-11-29' }} shown={{ from, to: '2026-11-29' }} onChange={onChange} />
  );
  await renderPage(<Later parts={[chooser('2026-10-31'), chooser('2026-01-01')]} />);
  await page.getByLabelText('From', { exact: true }).fill('2020-01-01');
  await page.getByRole('button', { name: 'Later' }).click();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Please choose a range of at most two years.');
  await page.getByLabelText('From', { exact: true }).fill('2026-02-01');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ from: '2026-02-01', to: '2026-11-29' });
});
