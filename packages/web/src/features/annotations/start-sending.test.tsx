import { afterEach, expect, test, vi } from 'vitest';
import { inputKey, readInput, storeInput } from '../../lib/stored-input.ts';
import { highlightOf } from '../../testing/annotations.tsx';
import { setOnline } from '../../testing/connection.ts';
import { idOf, me, story } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { startSendingAnnotations } from './start-sending.ts';

resetBetweenTests();
afterEach(() => vi.restoreAllMocks());

test('a highlight that could not be sent goes with the next connection, on a page that does not show it', async () => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  const { sent } = mockCall('POST /highlights', {
    success: true,
    data: highlightOf(60, 'It rained.', 'rained'),
  });
  const key = inputKey(me._id, `annotations/${idOf(21)}`);
  const passage = { startOffset: 3, endOffset: 9, selectedText: 'rained', version: 1 };
  const made = { kind: 'highlight', storyId: story._id, chapterId: idOf(21), color: 'yellow', note: '' };
  storeInput(key, {
    list: [{ _id: idOf(60), ...passage, ...made, failure: 'We’re offline.', isLost: true }],
  });
  setOnline(false);
  startSendingAnnotations();
  expect(sent).toEqual([]);
  setOnline(true);
  await expect.poll(() => sent).toMatchObject([{ _id: idOf(60), selectedText: 'rained' }]);
  await expect.poll(() => readInput(key)).toBeNull();
});
