import { linkSource, withLinkSource } from '@inkling/contract/link-source';
import { readPassage, withPassage } from '@inkling/contract/passage-link';
import type { Story } from '@inkling/contract/stories';
import { data, type MetaDescriptor, Navigate, redirect, useLocation, useParams } from 'react-router';
import { linkPreviewOf } from '../../features/covers/link-preview.ts';
import { WaysOn } from '../../features/layout/page-failed.tsx';
import { type SharedPassage, sharedPassageContext } from '../../features/sharing/shared-passage-context.ts';
import { loadStory } from '../../features/stories/stories.api.ts';
import { authorOf, titleOf } from '../../features/stories/story-text.ts';
import { ogLocale } from '../../lib/og-locale.ts';
import { paths } from '../../lib/paths.ts';
import { useSessionState } from '../../lib/session.ts';
import { productName } from '../../lib/titles.ts';
import type { Route } from './+types/story-chapter.ts';
import { VisitorPassage } from './visitor-passage.tsx';

interface Shown {
  story: Story;
  shared: SharedPassage;
  /** The address of the story's page, and of this one. */
  storyAddress: string;
  address: string;
}

const forMatureReaders = 'This story is for mature readers.';

/**
 * Title and Open Graph metadata of a shared passage: its quotation, or else the story's own description. Search engines
 * are led to the story's page, so that they do not collect passages.
 */
function passageMeta(shown: Shown | null): MetaDescriptor[] {
  if (shown === null)
    return [{ title: `Story or Chapter Not Found | ${productName}` }, { name: 'robots', content: 'noindex' }];
  const { story, shared, storyAddress, address } = shown;
  const { chapter, quote } = shared;
  const title = `${titleOf(story)} by ${authorOf(story)}`;
  const isMature = story.audience === 'mature';
  const description = isMature ? forMatureReaders : (quote ?? story.summary);
  return [
    { title: `${title} | ${productName}` },
    { name: 'robots', content: 'noindex' },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: storyAddress },
    { property: 'og:site_name', content: productName },
    { property: 'og:type', content: 'article' },
    { property: 'og:title', content: chapter === null ? title : `${title} · ${chapter}` },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:locale', content: ogLocale(story.language) },
    ...(isMature ? [{ name: 'twitter:card', content: 'summary' }] : linkPreviewOf(story, storyAddress)),
  ];
}

/** The reading screen of a chapter, at the passage that the query names, if it names one, or with the link's source. */
function readingPath(storyId: string, chapterId: string, query: string): string {
  const path = paths.reading(storyId, chapterId);
  const parameters = new URLSearchParams(query);
  const passage = readPassage(parameters);
  return passage === null ? withLinkSource(path, linkSource(parameters)) : withPassage(path, passage);
}

/** The page of a link to a passage, for visitors and other sites; the server redirects other addresses of chapters. */
export async function loader(args: Route.LoaderArgs) {
  const { params, request, context } = args;
  const shared = context.get(sharedPassageContext);
  if (shared === null) throw data(null, { status: 404 });
  const story = await loadStory(args, params.storyId);
  const { origin, pathname, search } = new URL(request.url);
  const isMature = story.audience === 'mature';
  return {
    story: isMature
      ? { ...story, description: '', summary: '', coverImage: null, genres: [], tags: [] }
      : story,
    shared,
    storyAddress: origin + paths.story(params.storyId),
    address: origin + pathname + search,
  };
}

/** Within the app, the address of a chapter always leads to the reading screen. */
export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) => {
  throw redirect(readingPath(params.storyId, params.chapterId, new URL(request.url).search));
};

export const meta: Route.MetaFunction = ({ loaderData }) => passageMeta(loaderData ?? null);

export default function StoryChapter({ loaderData, params }: Route.ComponentProps) {
  const { search } = useLocation();
  if (useSessionState() === 'member')
    return <Navigate replace to={readingPath(params.storyId, params.chapterId, search)} />;
  const { story, shared } = loaderData;
  const passage = readPassage(new URLSearchParams(search));
  return (
    <div data-for="visitor">
      <VisitorPassage story={story} chapterId={params.chapterId} shared={shared} passage={passage} />
    </div>
  );
}

export function ErrorBoundary() {
  const { search } = useLocation();
  const { storyId = '', chapterId = '' } = useParams();
  // Authors may open what visitors do not find.
  if (useSessionState() === 'member')
    return <Navigate replace to={readingPath(storyId, chapterId, search)} />;
  return (
    <div data-for="visitor" className="mx-auto max-w-xl px-4 py-20 text-center">
      <h1 className="font-serif text-3xl">Story or Chapter Not Found</h1>
      <p className="mt-3 text-muted">The story or chapter you're looking for doesn't exist.</p>
      <WaysOn />
    </div>
  );
}
