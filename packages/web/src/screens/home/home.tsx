import { useQuery } from '@tanstack/react-query';
import { homeQuery } from '../../features/home/home.api.ts';
import { Welcome } from '../../features/home/welcome.tsx';
import { HomeSkeleton, NameSkeleton } from '../../features/layout/page-skeleton.tsx';
import { prefetch } from '../../lib/query.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { serverNow } from '../../lib/server-time.ts';
import { useMeQuery, useSessionState } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { HomeShelves } from './home-shelves.tsx';

/** The greeting for a person's time of day, by the server's rules of time zones as their days are. */
export function greeting({ utcOffset }: { utcOffset: number }, at = serverNow()): string {
  const hour = new Date(at + utcOffset * 60_000).getUTCHours();
  if (hour < 12) return 'Good Morning';
  return hour < 18 ? 'Good Afternoon' : 'Good Evening';
}

export const clientLoader = () => prefetch(homeQuery);
clientLoader.hydrate = true as const;
/** @alias clientLoader */
export const loader = clientLoader;

export default function Home() {
  const me = useMeQuery();
  // Do not refetch during sign-out.
  const home = useQuery({ ...homeQuery, enabled: useSessionState() === 'member' });
  return (
    <>
      <title>{pageTitle('Home')}</title>
      <Welcome reading={home.data?.data.continueReading} />
      <header>
        <h1 className="font-serif text-3xl sm:text-4xl">
          {greeting(me.data ?? { utcOffset: -new Date().getTimezoneOffset() })},{' '}
          {/* On its own line on narrow screens: the name loads later and must not shift the page. */}
          <span className="max-lg:block max-lg:truncate">
            {me.data === undefined && !me.isError ? <NameSkeleton /> : (me.data?.username ?? 'Reader')}
          </span>
        </h1>
        <p className="mt-1 text-muted">Ready for your next adventure?</p>
      </header>
      <QueryState query={home} fallback="Failed to fetch stories" pending={<HomeSkeleton />} />
      {/* The question to new users comes before the covers that it hides. */}
      {home.data && (me.isPending ? <HomeSkeleton /> : <HomeShelves home={home.data.data} />)}
    </>
  );
}
