import { useQuery } from '@tanstack/react-query';
import {
  type ClientLoaderFunctionArgs,
  isRouteErrorResponse,
  Link,
  type LoaderFunctionArgs,
  useParams,
  useRouteError,
} from 'react-router';
import { storyPageQuery } from '../../features/stories/story-page.ts';
import { authorOf, titleOf } from '../../features/stories/story-text.ts';
import { useStoryView } from '../../features/stories/use-story-view.ts';
import { ApiError } from '../../lib/api.ts';
import { load } from '../../lib/load.ts';
import { paths } from '../../lib/paths.ts';
import { getQueryClient } from '../../lib/query.ts';
import { useSessionState } from '../../lib/session.ts';
import { readToken } from '../../lib/session-store.ts';
import { productName } from '../../lib/titles.ts';
import type { Route } from './+types/story.ts';
import { MemberStory } from './member-story.tsx';
import { storyMeta } from './story-meta.ts';
import { VisitorStory } from './visitor-story.tsx';

const visitorsView = async (args: LoaderFunctionArgs | ClientLoaderFunctionArgs, id: string) => {
  const [story, chapters] = await Promise.all([
    load(args, 'GET /stories/public/{id}', { params: { id } }),
    load(args, 'GET /chapters/story/{storyId}', { params: { storyId: id } }),
  ]);
  return { story: story.data, chapters: chapters.data };
};

export const loader = async (args: Route.LoaderArgs) => ({
  ...(await visitorsView(args, args.params.storyId)),
  address: new URL(args.request.url).origin + paths.story(args.params.storyId),
});

/** Signed-in people ask through the cache, which knows their likes and their place. */
export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { storyId } = args.params;
  if (readToken() === null) {
    return { ...(await visitorsView(args, storyId)), address: location.origin + paths.story(storyId) };
  }
  void getQueryClient().prefetchQuery(storyPageQuery(storyId));
  return { story: null, chapters: [], address: location.origin + paths.story(storyId) };
}

export const meta: Route.MetaFunction = ({ loaderData }) => storyMeta(loaderData ?? null);

export default function Story({ loaderData, params }: Route.ComponentProps) {
  const member = useSessionState() === 'member';
  const { storyId } = params;
  useStoryView(storyId);
  const own = useQuery({ ...storyPageQuery(storyId), enabled: member });

  if (!member) {
    if (loaderData.story === null) return <Loading />;
    return (
      <div data-for="visitor">
        <VisitorStory story={loaderData.story} chapters={loaderData.chapters} />
      </div>
    );
  }
  if (own.isPending) return <Loading />;
  if (own.isError)
    return (
      <NotFound
        text={own.error instanceof ApiError && own.error.status !== 404 ? own.error.message : undefined}
      />
    );
  const { story } = own.data.data;
  return (
    <>
      <title>{`${titleOf(story)} by ${authorOf(story)} | ${productName}`}</title>
      <MemberStory opening={own.data.data} />
    </>
  );
}

function Loading() {
  return (
    <div className="mx-auto max-w-6xl px-4 py-10" aria-busy="true">
      <p role="status" className="text-muted">
        Loading story...
      </p>
    </div>
  );
}

function NotFound({ text = 'The story you are looking for does not exist.' }: { text?: string }) {
  return (
    <div className="mx-auto max-w-xl px-4 py-20 text-center">
      <title>{`Story Not Found | ${productName}`}</title>
      <h1 className="font-serif text-3xl">Story Not Found</h1>
      <p className="mt-3 text-muted">{text}</p>
      <p className="mt-6">
        <Link to={paths.landing} className="link">
          Back to Home
        </Link>
      </p>
    </div>
  );
}

/** Its author has it, though the server, which renders the page as a visitor, does not find it. */
function OwnOrNotFound({ storyId }: { storyId: string }) {
  const own = useQuery(storyPageQuery(storyId));
  if (own.isPending) return <Loading />;
  if (own.isError) return <NotFound />;
  return (
    <>
      <title>{`${titleOf(own.data.data.story)} by ${authorOf(own.data.data.story)} | ${productName}`}</title>
      <MemberStory opening={own.data.data} />
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const member = useSessionState() === 'member';
  const { storyId } = useParams();
  const hidden = isRouteErrorResponse(error) || (error instanceof ApiError && error.status === 404);
  if (member && storyId !== undefined && hidden) return <OwnOrNotFound storyId={storyId} />;
  return <NotFound text={error instanceof ApiError && error.status !== 404 ? error.message : undefined} />;
}
