import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useParams, useRevalidator, useRouteError } from 'react-router';
import { loadChapters } from '../../features/chapters/chapters.api.ts';
import { PageFailed } from '../../features/layout/page-failed.tsx';
import { RevalidateAsVisitor } from '../../features/layout/revalidate-as-visitor.tsx';
import { useKnownTitle } from '../../features/offline/known-title.ts';
import { loadSeriesOfStory, seriesOfStoryQuery } from '../../features/series/series.api.ts';
import { useAsksFirst } from '../../features/stories/labels/mature-consent.ts';
import { MatureGate } from '../../features/stories/labels/mature-gate.tsx';
import { loadStory, storyPageQuery } from '../../features/stories/stories.api.ts';
import { authorOf, titleOf } from '../../features/stories/story-text.ts';
import { usePageView } from '../../features/stories/use-page-view.ts';
import { isGone, type LoaderArgs } from '../../lib/load.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { useIsMemberPage, useSessionState } from '../../lib/session.ts';
import { productName } from '../../lib/titles.ts';
import { useRecovery } from '../../lib/use-recovery.ts';
import { isMember } from '../../lib/written-page.tsx';
import type { Route } from './+types/story.ts';
import { MemberStory } from './member-story.tsx';
import { storyMeta } from './story-meta.ts';
import { StorySkeleton } from './story-skeleton.tsx';
import { VisitorStory } from './visitor-story.tsx';

const visitorsView = async (args: LoaderArgs, id: string) => {
  const [story, listed, place] = await Promise.all([
    loadStory(args, id),
    loadChapters(args, id),
    loadSeriesOfStory(args, id),
  ]);
  return { story, chapters: listed.data, volumes: listed.volumes, place: place.data };
};

/** Of a mature story only what the page shows before 'Continue', since the page's data are part of its HTML. */
const withheldView = ({ story }: Awaited<ReturnType<typeof visitorsView>>) => ({
  story: { ...story, description: '', summary: '', coverImage: null, genres: [], tags: [] },
  chapters: [],
  volumes: [],
  place: null,
});

/** Members have the query cache, because the response includes likes and reading position. */
async function load(args: Route.LoaderArgs | Route.ClientLoaderArgs) {
  const { storyId } = args.params;
  const address = new URL(args.request.url).origin + paths.story(storyId);
  if (isMember()) {
    prefetch(storyPageQuery(storyId));
    prefetch(seriesOfStoryQuery(storyId));
    return { story: null, chapters: [], volumes: [], place: null, isWithheld: false, address };
  }
  const view = await visitorsView(args, storyId);
  const isWithheld = import.meta.env.SSR && view.story.audience === 'mature';
  return { ...(isWithheld ? withheldView(view) : view), isWithheld, address };
}
export const loader = load;
export const clientLoader = load;

export const meta: Route.MetaFunction = ({ loaderData }) => storyMeta(loaderData ?? null);

export default function StoryPage({ loaderData, params }: Route.ComponentProps) {
  const signedIn = useSessionState() === 'member';
  const member = useIsMemberPage();
  const { storyId } = params;
  const { story: loaded, chapters, volumes, place, isWithheld } = loaderData;
  const story = isWithheld ? null : loaded;
  const own = useQuery({ ...storyPageQuery(storyId), enabled: signedIn });
  const asksFirst = useAsksFirst(own.data?.data.story ?? loaded ?? undefined);
  usePageView(storyId, undefined, asksFirst === false);

  if (asksFirst !== false) return <Asked story={own.data?.data.story ?? loaded} asksFirst={asksFirst} />;
  if (!signedIn && (!member || own.data === undefined)) {
    if (story === null) return <RevalidateAsVisitor waiting={<StorySkeleton />} />;
    return <VisitorStory story={story} chapters={chapters} volumes={volumes} place={place} />;
  }
  if (own.isPending) {
    if (story === null) return <StorySkeleton />;
    return <OwnStory story={story} chapters={chapters} volumes={volumes} own={undefined} place={place} />;
  }
  if (own.isLoadingError) return <Failed storyId={storyId} error={own.error} onRetry={() => own.refetch()} />;
  const opening = own.data.data;
  return <OwnStory {...opening} own={opening} place={place} />;
}

/** Asks before a mature story is shown. Members see the question only once their preferences are known. */
function Asked({ story, asksFirst }: { story: Story | null; asksFirst: true | 'unknown' }) {
  const session = useSessionState();
  if (story === null || asksFirst === 'unknown') return <StorySkeleton />;
  return (
    <div data-for={session === 'unknown' ? 'visitor' : undefined}>
      <title>{`${titleOf(story)} by ${authorOf(story)} | ${productName}`}</title>
      <MatureGate story={story} />
    </div>
  );
}

/** Used before and after the user's own data is loaded, so that nothing is mounted or fetched twice. */
function OwnStory(shown: ComponentProps<typeof MemberStory>) {
  return (
    <>
      <title>{`${titleOf(shown.story)} by ${authorOf(shown.story)} | ${productName}`}</title>
      <MemberStory {...shown} />
    </>
  );
}

const Failed = ({
  storyId,
  ...failure
}: {
  storyId: string | undefined;
  error: unknown;
  onRetry: () => void;
}) => (
  <PageFailed
    {...failure}
    heading={useKnownTitle(storyId) ?? 'Story Details'}
    fallback="Failed to fetch story"
    gone={{
      heading: 'Story Not Found',
      text: 'The story you are looking for does not exist.',
      title: `Story Not Found | ${productName}`,
    }}
  />
);

/** The server renders as a visitor and does not find unpublished stories, but the author may. */
function OwnOrNotFound({ storyId }: { storyId: string }) {
  const own = useQuery(storyPageQuery(storyId));
  if (own.isPending) return <StorySkeleton />;
  if (own.isLoadingError) return <Failed storyId={storyId} error={own.error} onRetry={() => own.refetch()} />;
  const opening = own.data.data;
  return <OwnStory {...opening} own={opening} place={null} />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const session = useSessionState();
  const { storyId } = useParams();
  const { revalidate } = useRevalidator();
  useRecovery(error, revalidate);
  if (session === 'member' && storyId !== undefined && isGone(error))
    return <OwnOrNotFound storyId={storyId} />;
  return (
    // Hidden from members until hydration, because the story may be the user's own.
    <div data-for={session === 'unknown' ? 'visitor' : undefined}>
      <Failed storyId={storyId} error={error} onRetry={() => void revalidate()} />
    </div>
  );
}
