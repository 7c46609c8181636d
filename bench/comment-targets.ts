import { listChaptersOfStory } from '@inkling/contract/chapters';
import { listChapterComments, postComment } from '@inkling/contract/comments';
import type { Story } from '@inkling/contract/stories';
import type { TargetName } from './aims.ts';
import type { TargetRequest } from './load.ts';
import { callJson, get, pathOf } from './requests.ts';

type CommentTarget = Extract<TargetName, `${'comments' | 'post a comment'}${string}`>;

const manyComments = 5000;
const sorts = ['newest', 'oldest', 'liked'];
/** Comments posted at once while the data is written. */
const atOnce = 10;
/** Different texts of the posted comments. */
const texts = 400;

/**
 * Requests for the comments on the first chapter of the most viewed story, which gets `manyComments` the first time, in
 * each order, and requests that post comments on others. `readers` are the headers of signed-in readers.
 */
export async function commentTargets(
  origin: string,
  stories: Story[],
  readers: Record<string, string>[],
): Promise<Record<CommentTarget, TargetRequest[]>> {
  const [most, ...others] = stories.filter(({ chapterCount }) => chapterCount > 0);
  if (most === undefined) throw new Error('There are no stories.');
  const { data: chapters } = await callJson(origin, listChaptersOfStory, { params: { storyId: most._id } });
  const chapter = chapters[0]?._id ?? '';
  const { commentsCount } = await callJson(origin, listChapterComments, { params: { id: chapter } });
  const post = (index: number, target: { chapter: string } | { story: string }): TargetRequest => ({
    method: 'POST',
    path: pathOf(postComment),
    headers: { ...readers[index % readers.length], origin, 'content-type': 'application/json' },
    body: JSON.stringify({ ...target, content: `Comment ${index}: a lamp worth following, and well lit.` }),
  });
  for (let index = commentsCount; index < manyComments; index += atOnce) {
    const requests = Array.from({ length: atOnce }, (_, number) => post(index + number, { chapter }));
    const responses = await Promise.all(
      requests.map(({ path, ...request }) => fetch(origin + path, request)),
    );
    for (const response of responses) {
      if (!response.ok) throw new Error(`Posting a comment: ${response.status} ${await response.text()}`);
      await response.arrayBuffer();
    }
  }
  const list = (page: number): TargetRequest[] =>
    readers.flatMap((headers) =>
      sorts.map((sort) =>
        get(pathOf(listChapterComments, { id: chapter }, `?sort=${sort}&page=${page}`), headers),
      ),
    );
  return {
    'comments of 5,000': list(1),
    'comments of 5,000, page 100': list(100),
    'post a comment': Array.from({ length: texts }, (_, index) =>
      post(index, { story: others[index % Math.min(others.length, 100)]?._id ?? most._id }),
    ),
  };
}
