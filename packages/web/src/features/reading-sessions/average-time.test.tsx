import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { idOf } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { AverageTime } from './average-time.tsx';

resetBetweenTests();

const answer = (averageMinutes: number | null) =>
  mockCall('GET /reacting-sessions/average-time/{storyId}', {
    success: true,
    data: { averageMinutes, readers: averageMinutes === null ? null : 5 },
  });

test('says how long readers take for a story or chapter, once the page is used', async () => {
  const { sent } = answer(181);
  await renderPage(<AverageTime storyId={idOf(1)} />);
  expect(sent).toHaveLength(0);
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByText('Readers take about 3 h')).toBeVisible();
});

test('says nothing while fewer than five readers have finished it', async () => {
  const { sent } = answer(null);
  await renderPage(<AverageTime storyId={idOf(1)} chapterId={idOf(2)} />);
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => sent.length).toBe(1);
  expect(page.getByText(/Readers take/).elements()).toEqual([]);
});
