import { commentList } from './comments.ts';
import { me } from './fixtures.ts';
import { mockCall } from './mock-call.ts';
import { signIn } from './render-page.tsx';

/** Signs in, as a reader unless `changes` say otherwise. */
export function asMember(changes: Partial<typeof me> = {}): void {
  signIn();
  mockCall('GET /auth/me', { success: true, user: { ...me, ...changes } });
}

export const mockComments = (listed: Parameters<typeof commentList>[0]) =>
  mockCall('GET /comments', commentList(listed));

/** The texts of the comments in the list, in its order. */
export const shownContents = () =>
  [...document.querySelectorAll('ul[aria-label=Comments] > li')].map(
    (item) => item.querySelector('p[dir=auto]')?.textContent,
  );
