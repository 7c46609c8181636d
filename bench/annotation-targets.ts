import { login, register } from '@inkling/contract/account';
import { createHighlight, listAnnotatedStories, listHighlights } from '@inkling/contract/annotations';
import type { ResponseOf } from '@inkling/contract/call';
import { readChapter } from '@inkling/contract/chapters';
import type { TargetName } from './aims.ts';
import type { TargetRequest } from './load.ts';
import { callJson, get, pathOf } from './requests.ts';

type AnnotationTarget = Extract<TargetName, `${'annotations of' | 'highlight'}${string}`>;

/** Highlights on the chapter by one person, who stands for all others. */
const ofOthers = 10_000;
/** Highlights of each reader who lists them, and the readers who do. */
const own = 300;
const listers = 5;
const perPage = 100;
/** Requests sent at once while the data is written. */
const atOnce = 10;
/** Passages of which a chapter's highlights are made. */
const passages = 40;

const annotator = { username: 'bench_annotator', password: 'a lamp in the window' };

async function annotatorToken(origin: string): Promise<string> {
  const { username, password } = annotator;
  const signedIn = await callJson(origin, login, { body: { email: username, password } }).catch(() => null);
  if (signedIn !== null) return signedIn.token;
  const body = { username, email: `${username}@example.test`, password, passwordConfirm: password };
  return (await callJson(origin, register, { body })).token;
}

interface Place {
  story: string;
  chapter: string;
}

/** Requests that highlight passages of three plain words in a chapter. */
async function highlightsOf(
  origin: string,
  { story, chapter }: Place,
  headers: Record<string, string>,
): Promise<Omit<TargetRequest, 'headers'>[]> {
  const response = await fetch(origin + pathOf(readChapter, { id: chapter }), { headers });
  const { data } = (await response.json()) as ResponseOf<typeof readChapter>;
  return [...data.content.matchAll(/\b[a-z]+ [a-z]+ [a-z]+\b/g)].slice(0, passages).map((found, index) => ({
    method: 'POST',
    path: pathOf(createHighlight),
    body: JSON.stringify({
      storyId: story,
      chapterId: chapter,
      version: data.version,
      selectedText: found[0],
      startOffset: found.index,
      endOffset: found.index + found[0].length,
      note: index % 5 === 0 ? 'A lamp worth following, and well lit.' : '',
    }),
  }));
}

async function send(origin: string, requests: TargetRequest[]): Promise<void> {
  for (let from = 0; from < requests.length; from += atOnce) {
    const responses = await Promise.all(
      requests.slice(from, from + atOnce).map(({ path, ...request }) => fetch(origin + path, request)),
    );
    for (const response of responses) {
      if (!response.ok) throw new Error(`Highlighting: ${response.status} ${await response.text()}`);
      await response.arrayBuffer();
    }
  }
}

/**
 * Requests of readers with `own` highlights each for those on one chapter, on which others have `ofOthers` the first time,
 * page by page as the reading screen asks; and requests that highlight passages of the other chapters. `readers` are the
 * headers of signed-in readers.
 */
export async function annotationTargets(
  origin: string,
  [first, ...others]: Place[],
  readers: Record<string, string>[],
): Promise<Record<AnnotationTarget, TargetRequest[]>> {
  if (first === undefined) throw new Error('There are no chapters.');
  const json = { origin, 'content-type': 'application/json' };
  const [reader = {}] = readers;
  const asked = await highlightsOf(origin, first, reader);
  const times = (count: number, headers: Record<string, string>): TargetRequest[] =>
    Array.from({ length: count }, (_, index) => ({
      ...(asked[index % asked.length] as (typeof asked)[number]),
      headers: { ...headers, ...json },
    }));
  const other = { authorization: `Bearer ${await annotatorToken(origin)}` };
  const stories = await fetch(origin + pathOf(listAnnotatedStories), { headers: other });
  const annotated = (await stories.json()) as ResponseOf<typeof listAnnotatedStories>;
  const present = annotated.data.find(({ storyId }) => storyId === first.story)?.annotations ?? 0;
  await send(origin, times(ofOthers - present, other));
  const listing = readers.slice(0, listers);
  for (const headers of listing) await send(origin, times(own, headers));
  const bodies = await Promise.all(others.slice(0, 20).map((place) => highlightsOf(origin, place, reader)));
  return {
    'annotations of a chapter': listing.flatMap((headers) =>
      Array.from({ length: own / perPage }, (_, index) =>
        get(
          pathOf(
            listHighlights,
            {},
            `?storyId=${first.story}&chapterId=${first.chapter}&limit=${perPage}&page=${index + 1}`,
          ),
          headers,
        ),
      ),
    ),
    'highlight a passage': bodies
      .flat()
      .map((request, index) => ({ ...request, headers: { ...readers[index % readers.length], ...json } })),
  };
}
