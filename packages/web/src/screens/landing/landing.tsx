import type { Testimonial } from '@inkling/contract/site';
import type { Story } from '@inkling/contract/stories';
import { useEffect, useState } from 'react';
import {
  type ClientLoaderFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useRevalidator,
} from 'react-router';
import { StoryCover } from '../../features/covers/story-cover.tsx';
import { loadSite } from '../../features/site/site.api.ts';
import { siteMeta } from '../../features/site/site-page.ts';
import { Byline } from '../../features/stories/byline.tsx';
import { AudienceBadge } from '../../features/stories/labels/audience-badge.tsx';
import { CardLabels } from '../../features/stories/labels/card-labels.tsx';
import { loadFeatured, loadStory } from '../../features/stories/stories.api.ts';
import { formatCount, isComingSoon, titleOf } from '../../features/stories/story-text.ts';
import { messageOf } from '../../lib/api.ts';
import type { LoaderArgs } from '../../lib/load.ts';
import { paths } from '../../lib/paths.ts';
import { isSessionLost, readToken } from '../../lib/session-store.ts';
import { useIsHydrated, useQueryString } from '../../lib/use-query-string.ts';
import { useRecovery } from '../../lib/use-recovery.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { CoverGridSkeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/landing.ts';
import { ClosingCall, Features, Hero, HowItWorks, Testimonials } from './sections.tsx';

/** A story on the landing page. */
function FeaturedCard({ story }: { story: Story }) {
  return (
    <article className="relative flex min-w-0 gap-4 max-[15rem]:block sm:block">
      <div className="w-28 shrink-0 sm:w-auto">
        <StoryCover story={story} sizes="(min-width: 640px) 260px, 112px" />
      </div>
      <div className="min-w-0 sm:mt-3">
        <h3 className="line-clamp-4 font-serif text-lg leading-snug" dir="auto" lang={story.language}>
          <Link to={paths.story(story._id)} className="card-link hover:underline">
            {titleOf(story)}
          </Link>
        </h3>
        <Byline story={story} by={story.author.username} />
        <p className="mt-2 line-clamp-3 text-sm" dir="auto" lang={story.language}>
          {story.summary}
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <Badge>{isComingSoon(story) ? 'Coming Soon' : formatCount(story.chapterCount, 'chapter')}</Badge>
          <AudienceBadge story={story} />
          <span className="tabular-nums">{formatCount(story.viewCount, 'view')}</span>
        </p>
        {story.genres.length > 0 && (
          <p className="mt-1 text-sm text-muted">
            {story.genres
              .slice(0, 3)
              .map(({ name }) => name)
              .join(' · ')}
          </p>
        )}
        <CardLabels story={story} />
      </div>
    </article>
  );
}

/** Path prefixes of pages that need a session, with the names that the landing page shows. */
const destinations: [string, string][] = [
  [paths.home, 'Home'],
  [paths.discover, 'Discover'],
  [paths.library, 'My Library'],
  [paths.reading(''), 'this story'],
  [paths.write, 'Write'],
  [paths.profile, 'Profile'],
  [paths.community(), 'Community'],
  [paths.store, 'the Store'],
  [paths.rewards, 'Rewards'],
  [paths.analytics, 'Analytics'],
  [paths.settings, 'Settings'],
  [paths.category(''), 'this category'],
  [paths.search(), 'Search'],
];

/** The name of the page that a visitor must sign in to open; null for any other path. */
const nameOfDestination = (wanted: string | null): string | null =>
  wanted === null ? null : (destinations.find(([prefix]) => wanted.startsWith(prefix))?.[1] ?? null);

/** The id of the story that a visitor wanted to read; null for any other path. */
const storyOf = (wanted: string | null): string | null =>
  /^\/reading\/([0-9a-f-]{36})(\/|$)/.exec(wanted ?? '')?.[1] ?? null;

const featuredCount = 8;
const pitch =
  'Read, follow and collect serialized stories, and write your own, chapter by chapter. Free and distraction-free, on every device.';

interface PageData {
  /** Null when they could not be fetched. */
  stories: Story[] | null;
  /** Why they could not be fetched. */
  failure?: unknown;
  testimonials: Testimonial[];
  /** The story that the visitor wanted to open, if it is public. */
  wanted?: Story;
}

async function loadAll(args: LoaderArgs): Promise<PageData> {
  const [stories, { testimonials }] = await Promise.all([loadFeatured(args, featuredCount), loadSite(args)]);
  return { stories, testimonials };
}

/** The same, but tolerates failed parts. */
async function loadParts(args: ClientLoaderFunctionArgs): Promise<PageData> {
  const id = storyOf(new URL(args.request.url).searchParams.get('open'));
  const [found, site, wanted] = await Promise.allSettled([
    loadFeatured(args, featuredCount),
    loadSite(args),
    id === null ? null : loadStory(args, id),
  ]);
  return {
    wanted: wanted.status === 'fulfilled' ? (wanted.value ?? undefined) : undefined,
    stories: found.status === 'fulfilled' ? found.value : null,
    failure: found.status === 'fulfilled' ? undefined : found.reason,
    testimonials: site.status === 'fulfilled' ? site.value.testimonials : [],
  };
}

interface Loaded {
  /** Data on the server; a promise in the browser, where the page renders before it resolves. */
  shown: PageData | Promise<PageData>;
  /** The absolute URL of the page. */
  address: string;
}

const addressOf = ({ request }: { request: Request }) => new URL(paths.landing, request.url).href;

export const loader = async (args: LoaderFunctionArgs): Promise<Loaded> => ({
  shown: await loadAll(args),
  address: addressOf(args),
});

export async function clientLoader(args: ClientLoaderFunctionArgs): Promise<Loaded> {
  if (readToken() !== null) throw redirect(paths.home);
  return { shown: loadParts(args), address: addressOf(args) };
}

export const meta: Route.MetaFunction = ({ loaderData }) => siteMeta(undefined, pitch, loaderData?.address);

/**
 * The data once it has loaded, and the previous data until then. A Suspense boundary would mount the whole page again
 * when the data arrives, and would hide the server's content without scripts.
 */
function useLoaded(loaded: Loaded['shown']): PageData | null {
  const [shown, setShown] = useState(loaded instanceof Promise ? null : loaded);
  useEffect(() => {
    let current = true;
    void Promise.resolve(loaded).then((data) => current && setShown(data));
    return () => {
      current = false;
    };
  }, [loaded]);
  return shown;
}

const noticeClass = 'min-h-17 border-b border-line bg-notice px-4 py-3 text-on-notice';

export default function Landing({ loaderData }: Route.ComponentProps) {
  const shown = useLoaded(loaderData.shown);
  const hydrated = useIsHydrated();
  const { revalidate } = useRevalidator();
  useRecovery(shown?.failure, revalidate);
  const wanted = useQueryString().get('open');
  const destination = nameOfDestination(wanted);
  const story = shown?.wanted?._id === storyOf(wanted) ? shown?.wanted : undefined;
  return (
    <div data-for="visitor">
      {!hydrated && <div aria-hidden="true" className={`hidden opening:block ${noticeClass}`} />}
      {destination !== null && (
        <div className={`sticky top-0 z-20 flex items-center justify-center gap-x-4 ${noticeClass}`}>
          {/* Two lines of text are as high as the button, so that nothing moves when the title is there. */}
          <p role="status" className="leading-snug wrap-anywhere">
            {isSessionLost() && 'You’ve been signed out. '}
            Sign in to open{' '}
            {story === undefined ? (
              destination
            ) : (
              <cite dir="auto" lang={story.language}>
                <Link to={paths.story(story._id)} className="underline">
                  {titleOf(story)}
                </Link>
              </cite>
            )}
          </p>
          <Link to={paths.login(wanted ?? undefined)} className={`${buttonClass('quiet')} shrink-0`}>
            Sign In
          </Link>
        </div>
      )}
      <Hero stories={shown?.stories ?? null} />
      <HowItWorks />
      <section aria-labelledby="featured" className="mx-auto max-w-6xl px-4 py-12 sm:px-6">
        <h2 id="featured" className="scroll-mt-36 font-serif text-3xl">
          Featured Stories
        </h2>
        {shown?.failure === undefined ? (
          <FeaturedStories stories={shown?.stories ?? null} />
        ) : (
          <ErrorState
            message={messageOf(shown.failure, 'Failed to fetch stories')}
            onRetry={() => void revalidate()}
          />
        )}
      </section>
      <Testimonials testimonials={shown?.testimonials ?? []} />
      <Features />
      <ClosingCall />
    </div>
  );
}

function FeaturedStories({ stories }: { stories: Story[] | null }) {
  if (stories === null) {
    return (
      <div className="mt-6">
        <CoverGridSkeleton count={featuredCount} columns="sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4" />
      </div>
    );
  }
  if (stories.length === 0) {
    return <p className="mt-6 text-muted">No stories available at the moment.</p>;
  }
  return (
    <div className="mt-6 grid gap-x-6 gap-y-10 sm:grid-cols-2 md:grid-cols-3 lg:grid-cols-4">
      {stories.map((story) => (
        <FeaturedCard key={story._id} story={story} />
      ))}
    </div>
  );
}
