import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { withFragment } from '../../lib/wanted-fragment.ts';
import { resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { useVisitorsOnly } from '../account/use-after-sign-in.ts';
import { Guard } from './guard.tsx';

resetBetweenTests();

const invitation = '/community/1/invitation';

function SignIn() {
  useVisitorsOnly(withFragment(invitation));
  return <p>Please sign in</p>;
}

test('the token of an invitation is in no address of the sign-in, and in that of the page it leads to', async () => {
  const guarded = (
    <Guard pending={null}>
      <p>You’re invited</p>
    </Guard>
  );
  const router = createMemoryRouter(
    [
      { path: '/', element: <SignIn /> },
      { path: invitation, element: guarded },
    ],
    { initialEntries: [`${invitation}#secret`] },
  );
  await render(<RouterProvider router={router} />);
  await expect.element(page.getByText('Please sign in')).toBeVisible();
  const { pathname, search, hash } = router.state.location;
  expect([pathname, new URLSearchParams(search).get('open'), hash]).toEqual(['/', invitation, '']);
  signIn();
  await expect.element(page.getByText('You’re invited')).toBeVisible();
  expect(router.state.location.hash).toBe('#secret');
});
