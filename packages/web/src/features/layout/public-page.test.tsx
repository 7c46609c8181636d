import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { callQuery } from '../../lib/query.ts';
import { story } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { PublicPage } from './public-page.tsx';

resetBetweenTests();

let mounted = 0;
function Part({ text }: { text: string }) {
  useEffect(() => void mounted++, []);
  return <p>{text}</p>;
}

test('a member’s page stays mounted when the member’s own response replaces what visitors see', async () => {
  signIn();
  const own = mockCall('GET /users/{username}/series', {
    success: true,
    data: [],
    pagination: { page: 1, limit: 6, total: 0, totalPages: 0, hasMore: false },
  });
  const query = callQuery('GET /users/{username}/series', { params: { username: story.author.username } });
  await renderPage(
    <PublicPage
      given="for visitors"
      query={{ ...query, select: () => 'for the member' }}
      pending={null}
      failed={{ heading: 'Part', fallback: 'Failed', gone: { heading: 'Gone', text: 'Gone.' } }}
      title={(text) => text}
    >
      {(text, isOwn) => <Part text={isOwn ? text : `${text} only`} />}
    </PublicPage>,
  );
  await expect.element(page.getByText('for the member')).toBeVisible();
  expect(own.sent.length).toBe(1);
  expect(mounted).toBe(1);
});
