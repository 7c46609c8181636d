import type { Opening } from '@inkling/contract/library';
import { afterEach, expect, test } from 'vitest';
import { getQueryClient } from '../../lib/query.ts';
import { meQuery } from '../../lib/session.ts';
import { saveToken } from '../../lib/session-store.ts';
import { settleStored, storedPlaces, storePlace } from '../../lib/stored-places.ts';
import { withStoredPlace } from '../../lib/with-place.ts';
import { idOf, me } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { resetBetweenTests } from '../../testing/render-page.tsx';
import { sendStoredPlaces } from './library.api.ts';

resetBetweenTests();
afterEach(() => localStorage.clear());

const at = (second: number) => new Date(Date.UTC(2026, 2, 2, 12, 0, second)).toISOString();
const position = { paragraph: 40, offset: 3, version: 1 };
const left = (second: number) => ({ progress: 60, position, readAt: at(second) });
const opening = (savedAt: string | null) =>
  ({
    reader: { _id: me._id },
    chapters: [1, 2].map((chapterNumber) => ({ _id: idOf(chapterNumber), title: '', chapterNumber })),
    places: [{ chapter: idOf(1), progress: 20, position: null, updatedAt: savedAt }],
    lastChapterRead: idOf(1),
    nextUnread: null,
    opened: 1,
  }) as unknown as Opening;

test('a story opens at the place that this browser has stored, unless its reader has read on elsewhere since', () => {
  const placeOf = ({ places, lastChapterRead }: Opening) => [
    lastChapterRead,
    places.find(({ chapter }) => chapter === lastChapterRead)?.progress,
  ];
  storePlace(me._id, idOf(1), left(30));
  expect(placeOf(withStoredPlace(opening(at(10))))).toEqual([idOf(1), 60]);
  // The clocks may differ by seconds.
  expect(placeOf(withStoredPlace(opening(at(32))))).toEqual([idOf(1), 60]);
  for (const savedAt of [at(40), at(59)])
    expect(placeOf(withStoredPlace(opening(savedAt)))).toEqual([idOf(1), 20]);
  storePlace(me._id, idOf(2), left(35));
  expect(placeOf(withStoredPlace(opening(at(10))))).toEqual([idOf(2), 60]);
  // Once the server has answered, its own clock decides.
  settleStored(me._id, idOf(2), left(35), at(36));
  expect(placeOf(withStoredPlace(opening(at(35))))).toEqual([idOf(2), 60]);
  expect(placeOf(withStoredPlace(opening(at(36))))).toEqual([idOf(1), 20]);
  storePlace(me._id, idOf(1), left(40));
  expect(Object.keys(storedPlaces(me._id))).toEqual([idOf(1)]);
  // Of another person, and of another story.
  const someone = { ...opening(at(10)), reader: { _id: 'someone' } } as Opening;
  expect(withStoredPlace(someone)).toBe(someone);
  const other = { ...opening(null), chapters: [], places: [] };
  expect(withStoredPlace(other)).toBe(other);
});

test('a place is stored until the server has answered for it, not for the one before', async () => {
  saveToken('anna-token');
  getQueryClient().setQueryData(meQuery.queryKey, me);
  storePlace(me._id, idOf(1), left(30));
  settleStored(me._id, idOf(1), left(20));
  expect(storedPlaces(me._id)).toEqual({ [idOf(1)]: left(30) });
  mockCall('POST /chapters/{id}/progress', {
    success: true,
    data: { chapter: idOf(1), progress: 60, position, updatedAt: at(31) },
  });
  await sendStoredPlaces(getQueryClient());
  expect(storedPlaces(me._id)).toEqual({});
});
