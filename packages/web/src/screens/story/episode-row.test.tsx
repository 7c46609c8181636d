import type { ListedChapter } from '@inkling/contract/chapters';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ChaptersDialog } from '../../features/chapters/reader/chapters-dialog.tsx';
import { mockFailure } from '../../testing/mock-call.ts';
import { evenings, ownStory } from '../../testing/own-story.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { EpisodeRow } from './episode-row.tsx';

resetBetweenTests();

const chapters: ListedChapter[] = evenings(2, true).map((chapter, index) => ({
  ...chapter,
  comments: index * 1200,
}));

const expectOneCount = async () => {
  await expect.element(page.getByText('1,200 comments')).toBeInTheDocument();
  expect(page.getByText(/^[0-9,]+ comments?$/).elements()).toHaveLength(1);
};

test('a chapter in the list of the story’s page says how many comments it has, unless it has none', async () => {
  await renderPage(
    chapters.map((chapter) => <EpisodeRow key={chapter._id} chapter={chapter} language="en" to="/" />),
  );
  await expectOneCount();
});

test('so does one in the list of the reading screen', async () => {
  const opening = { story: ownStory, chapters, places: [], volumes: [], total: 2 } as never;
  mockFailure('GET /reacting-sessions/average-time/{storyId}', 'NOT_FOUND', 'None');
  mockFailure('GET /reacting-sessions/stats', 'NOT_FOUND', 'None');
  const ignore = () => undefined;
  await renderPage(
    <ChaptersDialog
      opening={opening}
      current={chapters[0]?._id ?? ''}
      onGo={ignore}
      onPrevious={undefined}
      onNext={undefined}
      onSearch={ignore}
      onOpenChange={ignore}
    />,
  );
  await expectOneCount();
});
