import { useQuery } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../testing/fixtures.ts';
import { mockFailure } from '../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../testing/render-page.tsx';
import { callQuery, getQueryClient, prefetch } from './query.ts';

resetBetweenTests();

const query = callQuery('GET /stories/{id}', { params: { id: idOf(2) } });
const message = 'There is no such story.';

function Screen() {
  const { error } = useQuery(query);
  return <p>{error?.message}</p>;
}

test('a screen shows its failed prefetch without another request; opened again, it makes one', async () => {
  signIn();
  const { sent } = mockFailure('GET /stories/{id}', 'NOT_FOUND', message);
  prefetch(query);
  await expect.poll(() => getQueryClient().getQueryState(query.queryKey)?.status).toBe('error');
  const rendered = await renderPage(<Screen />);
  await expect.element(page.getByText(message)).toBeVisible();
  expect(sent).toHaveLength(1);
  await rendered.unmount();
  await renderPage(<Screen />);
  await expect.poll(() => sent).toHaveLength(2);
});
