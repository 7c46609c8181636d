import { useQuery } from '@tanstack/react-query';
import { Navigate, replace, useRevalidator, useRouteError } from 'react-router';
import { PageFailed } from '../../features/layout/page-failed.tsx';
import { RevalidateAsVisitor } from '../../features/layout/revalidate-as-visitor.tsx';
import { loadPerson, personQuery } from '../../features/users/users.api.ts';
import type { LoaderArgs } from '../../lib/load.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { useIsMemberPage, useSessionState } from '../../lib/session.ts';
import { readToken } from '../../lib/session-store.ts';
import { useRecovery } from '../../lib/use-recovery.ts';
import type { Route } from './+types/person.ts';
import { personMeta, titleOfPerson } from './person-meta.ts';
import { PersonPage } from './person-page.tsx';
import { Skeleton } from './person-skeleton.tsx';

/** The public profile; other spellings of the username redirect to the canonical path. */
async function visitorsView(args: LoaderArgs, username: string) {
  const { data } = await loadPerson(args, username);
  if (data.username !== username) throw replace(paths.person(data.username));
  return data;
}

export const loader = async (args: Route.LoaderArgs) => {
  const { username } = args.params;
  const person = await visitorsView(args, username);
  return { person, address: new URL(args.request.url).origin + paths.person(username) };
};

/** With a session the query cache is used, because the response includes the follow state. */
export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { username } = args.params;
  const address = location.origin + paths.person(username);
  if (readToken() === null) return { person: await visitorsView(args, username), address };
  prefetch(personQuery(username));
  return { person: null, address };
}

export const meta: Route.MetaFunction = ({ loaderData }) => personMeta(loaderData ?? null);

export default function Person({ loaderData, params }: Route.ComponentProps) {
  const signedIn = useSessionState() === 'member';
  const member = useIsMemberPage();
  const { username } = params;
  const own = useQuery({ ...personQuery(username), enabled: signedIn });

  if (!signedIn && (!member || own.data === undefined)) {
    if (loaderData.person === null) return <RevalidateAsVisitor waiting={<Skeleton />} />;
    return (
      <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6 member:p-0">
        <PersonPage key={username} person={loaderData.person} />
      </div>
    );
  }
  if (own.isPending) {
    if (loaderData.person === null) return <Skeleton />;
    return <PersonPage key={username} person={loaderData.person} followLoaded={false} />;
  }
  if (own.isLoadingError) return <Failed error={own.error} onRetry={() => own.refetch()} />;
  const person = own.data.data;
  if (person.username !== username) return <Navigate to={paths.person(person.username)} replace />;
  return (
    <>
      <title>{titleOfPerson(person)}</title>
      <PersonPage key={username} person={person} />
    </>
  );
}

const Failed = (failure: { error: unknown; onRetry: () => void }) => (
  <PageFailed
    {...failure}
    heading="Profile"
    fallback="Failed to get user data"
    gone={{
      heading: 'Person not found',
      text: 'No one here goes by that name. They may have changed it or left.',
    }}
  />
);

export function ErrorBoundary() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  useRecovery(error, revalidate);
  return <Failed error={error} onRetry={() => revalidate()} />;
}
