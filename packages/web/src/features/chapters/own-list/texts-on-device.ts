import { excerptOf } from '@inkling/contract/chapter-text';
import type { UnsavedChapter } from '@inkling/contract/chapters';
import type { UnsavedStory } from '@inkling/contract/stories';
import { countWords } from '@inkling/contract/words';
import { useQuery } from '@tanstack/react-query';
import { LocalDrafts, storedKeys } from '../editor/local-drafts.ts';
import { deviceId } from '../editor/server-drafts.ts';

/** Unsaved text of a chapter on this device. */
interface TextOnDevice extends UnsavedChapter {
  story: string;
}

/** A user's unsaved texts on this device, the newest first. */
async function readTexts(userId: string): Promise<TextOnDevice[]> {
  const texts: TextOnDevice[] = [];
  for (const key of await storedKeys(userId)) {
    const [, story = '', slot = ''] = key.split('/');
    const { current } = (await new LocalDrafts(key).read()) ?? {};
    if (!current) continue;
    const { chapter, title, content, keptAt } = current;
    texts.push({
      story,
      chapter,
      isNew: slot === 'new',
      device: deviceId(),
      title,
      excerpt: title === '' ? excerptOf(content) : '',
      wordCount: countWords(content),
      updatedAt: keptAt,
    });
  }
  return texts.toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt));
}

function useTextsOnDevice(userId: string | undefined): TextOnDevice[] {
  const { data } = useQuery({
    queryKey: ['texts on device', userId],
    meta: { tags: ['textsOnDevice'] },
    queryFn: () => (userId === undefined ? [] : readTexts(userId)),
    // Typing changes the drafts without an event, and reading them is cheap.
    staleTime: 0,
    gcTime: 0,
    // It does not need a network.
    networkMode: 'always',
  });
  return data ?? [];
}

/** The chapters of a story with unsaved text: what the server has, and what only this device has. */
export function useUnsavedChapters(
  userId: string | undefined,
  storyId: string,
  onServer: readonly UnsavedChapter[],
): UnsavedChapter[] {
  const known = new Set(onServer.map(({ chapter }) => chapter));
  const onDevice = useTextsOnDevice(userId).filter(
    ({ story, chapter }) => story === storyId && !known.has(chapter),
  );
  return [...onDevice, ...onServer];
}

/** Where each story has unsaved text: on the server, or only on this device. */
export function useUnsavedStories(
  userId: string | undefined,
  onServer: readonly UnsavedStory[],
): UnsavedStory[] {
  const known = new Set(onServer.map(({ story }) => story));
  return [...onServer, ...useTextsOnDevice(userId).filter(({ story }) => !known.has(story))];
}
