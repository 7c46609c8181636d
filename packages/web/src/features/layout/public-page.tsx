import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { useRevalidator, useRouteError } from 'react-router';
import { isGone } from '../../lib/load.ts';
import { useIsMemberPage, useSessionState } from '../../lib/session.ts';
import { useRecovery } from '../../lib/use-recovery.ts';
import { PageFailed } from './page-failed.tsx';
import { RevalidateAsVisitor } from './revalidate-as-visitor.tsx';

/** What such a page shows, made of a call's response. */
export interface PublicFrame<Response, Shown = Response> {
  /** What a member sees, who may see other things than visitors. */
  query: UseQueryOptions<Response, Error, Shown, QueryKey>;
  pending: ReactNode;
  failed: Pick<ComponentProps<typeof PageFailed>, 'heading' | 'fallback' | 'gone' | 'above'>;
  title: (shown: Shown) => string;
  /** `isOwn`: false while a member is shown what visitors see. */
  children: (shown: Shown, isOwn: boolean) => ReactNode;
}

/** A page that visitors get as HTML, with `given` from its loader, and members from the query cache. */
export function PublicPage<Response, Shown>({
  given,
  ...frame
}: PublicFrame<Response, Shown> & { given: Shown | null }) {
  const signedIn = useSessionState() === 'member';
  const member = useIsMemberPage();
  const own = useQuery({ ...frame.query, enabled: signedIn });
  if (!signedIn && (!member || own.data === undefined)) {
    if (given === null) return <RevalidateAsVisitor waiting={frame.pending} />;
    return (
      <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6 member:p-0">{frame.children(given, true)}</div>
    );
  }
  return <OwnPage own={own} given={given} {...frame} />;
}

/** Until the member's own response arrives, what visitors see. The page stays mounted, so that it fetches nothing twice. */
function OwnPage<Response, Shown>({
  own,
  given = null,
  pending,
  failed,
  title,
  children,
}: PublicFrame<Response, Shown> & { own: UseQueryResult<Shown>; given?: Shown | null }) {
  // Also if it was deleted while it was open.
  if (own.isLoadingError || isGone(own.error))
    return <PageFailed {...failed} error={own.error} onRetry={() => void own.refetch()} />;
  const shown = own.data ?? given;
  if (shown === null) return pending;
  return (
    <>
      {own.data !== undefined && <title>{title(own.data)}</title>}
      {children(shown, own.data !== undefined)}
    </>
  );
}

/** The server renders as a visitor and does not find what only its owner may see; the owner does. */
function OwnOrNotFound<Response, Shown>(frame: PublicFrame<Response, Shown>) {
  return <OwnPage own={useQuery(frame.query)} {...frame} />;
}

/** In place of such a page whose loader has failed. */
export function PublicPageFailed<Response, Shown>(frame: PublicFrame<Response, Shown>) {
  const error = useRouteError();
  const session = useSessionState();
  const { revalidate } = useRevalidator();
  useRecovery(error, revalidate);
  if (session === 'member' && isGone(error)) return <OwnOrNotFound {...frame} />;
  return (
    // Hidden from members until hydration, because it may be their own.
    <div data-for={session === 'unknown' ? 'visitor' : undefined}>
      <PageFailed {...frame.failed} error={error} onRetry={() => void revalidate()} />
    </div>
  );
}
