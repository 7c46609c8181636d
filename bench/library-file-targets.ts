import { saveChapterProgress } from '@inkling/contract/library';
import { readLibraryFile } from '@inkling/contract/library-files';
import { listHistory } from '@inkling/contract/reading-history';
import type { Story } from '@inkling/contract/stories';
import type { TargetRequest } from './load.ts';

type LibraryFileTarget = 'reading history' | 'import preview, 1,000 titles';

/** How many readers have a history. */
const readersWithHistory = 4;
const previewRows = 1000;

const api = (path: string): string => `/api/v1${path}`;

/** Requests for the first page of a day's history, and for the preview of a list, by signed-in readers (their headers). */
export async function libraryFileTargets(
  origin: string,
  stories: Story[],
  chapters: { chapter: string }[],
  readers: Record<string, string>[],
): Promise<Record<LibraryFileTarget, TargetRequest[]>> {
  const json = (headers: Record<string, string>) => ({
    ...headers,
    origin,
    'content-type': 'application/json',
  });
  const some = readers.slice(0, readersWithHistory);
  for (const headers of some) {
    for (const { chapter } of chapters) {
      const path = api(saveChapterProgress.path.replace('{id}', chapter));
      const body = JSON.stringify({ progress: 10 });
      const response = await fetch(origin + path, { method: 'POST', headers: json(headers), body });
      if (!response.ok) throw new Error(`Reading a chapter returned ${response.status}.`);
      await response.arrayBuffer();
    }
  }
  // Half of the titles are not here.
  const titles = Array.from({ length: previewRows }, (_, index) =>
    index % 2 === 0 ? `${stories[index % stories.length]?.title}` : `Nowhere ${index}`,
  );
  return {
    'reading history': some.map((headers) => ({ method: 'GET', path: api(listHistory.path), headers })),
    'import preview, 1,000 titles': some.map((headers) => ({
      method: 'POST',
      path: api(readLibraryFile.path),
      headers: json(headers),
      body: JSON.stringify({ text: titles.join('\n') }),
    })),
  };
}
