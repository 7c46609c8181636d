import type { Opening } from '@inkling/contract/library';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { idOf } from '../../testing/fixtures.ts';
import { readingKey } from '../stories/stories.api.ts';
import { cacheProgress } from './library.api.ts';

test('a finished chapter that is read again stays read', () => {
  const client = new QueryClient();
  const chapters = [1, 2].map((chapterNumber) => ({ _id: idOf(chapterNumber), title: '', chapterNumber }));
  const [, second] = chapters;
  const data = { chapters, places: [], opened: 0, unread: 2, nextUnread: chapters[0], readsExclusive: true };
  client.setQueryData(readingKey('story'), { success: true, data });
  for (const progress of [100, 10]) {
    const place = { chapter: idOf(1), progress, position: null, updatedAt: null };
    cacheProgress(client, 'story', place);
    const cached = client.getQueryData<{ data: Opening }>(readingKey('story'))?.data;
    expect(cached).toMatchObject({ unread: 1, nextUnread: second, opened: 1 });
    expect(cached?.places).toEqual([{ ...place, furthest: 100 }]);
  }
});
