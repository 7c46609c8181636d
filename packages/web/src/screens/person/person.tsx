import { Navigate, replace, useRevalidator, useRouteError } from 'react-router';
import { PageFailed } from '../../features/layout/page-failed.tsx';
import { PublicPage } from '../../features/layout/public-page.tsx';
import { loadPerson, personQuery } from '../../features/users/users.api.ts';
import type { CallResponse } from '../../lib/api.ts';
import type { LoaderArgs } from '../../lib/load.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { useRecovery } from '../../lib/use-recovery.ts';
import { isMember } from '../../lib/written-page.tsx';
import { CoverGridSkeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/person.ts';
import { personMeta, titleOfPerson } from './person-meta.ts';
import { PersonPage } from './person-page.tsx';

/** A placeholder with the layout of a person's page. */
function Skeleton() {
  return (
    <div>
      <div className="flex flex-col items-center gap-5 rounded-xl bg-sunken p-5 sm:flex-row sm:items-start sm:p-8">
        <div className="size-24 shrink-0 animate-pulse rounded-full bg-line sm:size-32" />
        <div className="w-full space-y-3 sm:py-2">
          <div className="h-10 w-56 max-w-full animate-pulse rounded-md bg-line" />
          <div className="h-5 w-32 animate-pulse rounded-md bg-line" />
          <div className="h-11 w-28 animate-pulse rounded-md bg-line" />
        </div>
      </div>
      <div className="mt-10">
        <CoverGridSkeleton figures count={5} />
      </div>
    </div>
  );
}

/** The public profile; other spellings of the username redirect to the canonical path. */
async function visitorsView(args: LoaderArgs, username: string) {
  const { data } = await loadPerson(args, username);
  if (data.username !== username) throw replace(paths.person(data.username));
  return data;
}

/** Members have the query cache, because the response includes the follow state. */
async function load(args: Route.LoaderArgs | Route.ClientLoaderArgs) {
  const { username } = args.params;
  const address = new URL(args.request.url).origin + paths.person(username);
  if (!isMember()) return { person: await visitorsView(args, username), address };
  prefetch(personQuery(username));
  return { person: null, address };
}
export const loader = load;
export const clientLoader = load;

export const meta: Route.MetaFunction = ({ loaderData }) => personMeta(loaderData ?? null);

const failed = {
  heading: 'Profile',
  fallback: 'Failed to get user data',
  gone: {
    heading: 'Person not found',
    text: 'No one here goes by that name. They may have changed it or left.',
  },
};

export default function Person({ loaderData, params: { username } }: Route.ComponentProps) {
  return (
    <PublicPage
      given={loaderData.person}
      query={{ ...personQuery(username), select: ({ data }: CallResponse<'GET /users/{username}'>) => data }}
      pending={<Skeleton />}
      failed={failed}
      title={titleOfPerson}
    >
      {(person, isOwn) =>
        person.username === username ? (
          <PersonPage key={username} person={person} followLoaded={isOwn} />
        ) : (
          <Navigate to={paths.person(person.username)} replace />
        )
      }
    </PublicPage>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  useRecovery(error, revalidate);
  return <PageFailed {...failed} error={error} onRetry={() => void revalidate()} />;
}
