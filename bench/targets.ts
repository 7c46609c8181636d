import { register } from '@inkling/contract/account';
import { listChaptersOfStory, readChapter } from '@inkling/contract/chapters';
import { saveProgress } from '@inkling/contract/library';
import { getStory, listStories, type Story } from '@inkling/contract/stories';
import type { TargetName } from './aims.ts';
import { annotationTargets } from './annotation-targets.ts';
import { commentTargets } from './comment-targets.ts';
import { discoveryTargets } from './discovery-targets.ts';
import { libraryFileTargets } from './library-file-targets.ts';
import { libraryTargets } from './library-targets.ts';
import type { TargetRequest } from './load.ts';
import { ratingTargets } from './rating-targets.ts';
import { callHeaders, callJson, get, pageHeaders, pathOf } from './requests.ts';

export type Targets = Record<TargetName, TargetRequest[]>;

const readerCount = 20;
const longChapterWords = 1500;

/** Registers readerCount for this run. */
async function signUp(origin: string): Promise<string[]> {
  const run = Date.now().toString(36);
  const password = 'a lamp in the window';
  const tokens: string[] = [];
  for (let number = 0; number < readerCount; number += 1) {
    const username = `bench_${run}_${number}`;
    const body = { username, email: `${username}@example.test`, password, passwordConfirm: password };
    tokens.push((await callJson(origin, register, { body })).token);
  }
  return tokens;
}

const popularPages = 20;

/** The 2,000 most viewed stories, which get most requests, or all of a smaller site. */
async function popularStories(origin: string): Promise<Story[]> {
  const stories: Story[] = [];
  for (let page = 1; page <= popularPages; page += 1) {
    const query = `?limit=100&sort=-views&page=${page}`;
    const { data, pagination } = await callJson(origin, listStories, { query });
    stories.push(...data);
    if (!pagination.hasMore) break;
  }
  return stories;
}

/** The first chapters of the most viewed stories with long chapters of about 12 KB each. */
async function longChapters(origin: string, stories: Story[]): Promise<{ story: string; chapter: string }[]> {
  const long = stories.filter((story) => story.stats.totalWordCount > longChapterWords * story.chapterCount);
  const found: { story: string; chapter: string }[] = [];
  for (const { _id } of long.slice(0, 40)) {
    const { data } = await callJson(origin, listChaptersOfStory, { params: { storyId: _id } });
    for (const chapter of data.slice(0, 2)) found.push({ story: _id, chapter: chapter._id });
  }
  return found;
}

/** Prepares the requests of each target for one server and its data. */
export async function prepareTargets(origin: string): Promise<Targets> {
  const tokens = await signUp(origin);
  const stories = await popularStories(origin);
  const chapters = await longChapters(origin, stories);
  const bearer = (index: number) => ({ authorization: `Bearer ${tokens[index % tokens.length]}` });
  const call = callHeaders(origin);
  const popular = stories.filter((story) => story.chapterCount > 0).slice(0, 200);
  const readers = tokens.map((_, index) => ({ ...call, ...bearer(index) }));
  return {
    ...(await discoveryTargets(origin, tokens, stories)),
    ...(await ratingTargets(origin, stories, readers)),
    ...(await commentTargets(origin, stories, readers)),
    ...(await annotationTargets(origin, chapters, readers)),
    ...(await libraryTargets(origin, stories, readers)),
    ...(await libraryFileTargets(origin, stories, chapters, readers)),
    // Seven and the number of readerCount are coprime, so every reader reads every chapter.
    'chapter read': Array.from({ length: 400 }, (_, index) =>
      get(pathOf(readChapter, { id: chapters[index % chapters.length]?.chapter ?? '' }), {
        ...call,
        ...bearer(index * 7),
      }),
    ),
    'story detail, reader': popular.map((story, index) =>
      get(pathOf(getStory, { id: story._id }), { ...call, ...bearer(index) }),
    ),
    'story detail, visitor': popular.map((story) => get(pathOf(getStory, { id: story._id }), call)),
    'list of 20': [get(pathOf(listStories, {}, '?limit=20'), call)],
    'landing page': [get('/', pageHeaders)],
    'story page': popular.slice(0, 50).map((story) => get(`/story/${story._id}`, pageHeaders)),
    'save-progress': Array.from({ length: 400 }, (_, index) => {
      const { story, chapter } = chapters[index % chapters.length] ?? { story: '', chapter: '' };
      return {
        method: 'POST',
        path: pathOf(saveProgress, { id: story }),
        headers: { ...call, ...bearer(index * 7), origin, 'content-type': 'application/json' },
        body: JSON.stringify({ progress: index % 90, lastChapterRead: chapter }),
      };
    }),
  };
}
