import { linkSource, withLinkSource } from '@inkling/contract/link-source';
import { readPassage, withPassage } from '@inkling/contract/passage-link';
import { data, Navigate, redirect, useLocation, useParams } from 'react-router';
import { WaysOn } from '../../features/layout/page-failed.tsx';
import { sharedPassageContext } from '../../features/sharing/shared-passage-context.ts';
import { loadStory } from '../../features/stories/stories.api.ts';
import { paths } from '../../lib/paths.ts';
import { useSessionState } from '../../lib/session.ts';
import type { Route } from './+types/story-chapter.ts';
import { passageMeta } from './passage-meta.ts';
import { VisitorPassage } from './visitor-passage.tsx';

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
