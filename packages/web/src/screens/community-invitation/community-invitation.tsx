import type { CommunityPage } from '@inkling/contract/communities';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router';
import { communityQuery, useAcceptInvitation } from '../../features/communities/communities.api.ts';
import { CommunityCover, categoryNames, PrivateMark } from '../../features/communities/community-card.tsx';

import { PageFailed } from '../../features/layout/page-failed.tsx';
import { messageOf } from '../../lib/api.ts';
import { pluralize } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { pageTitle } from '../../lib/titles.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { TextSkeleton, TitleSkeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/community-invitation.ts';

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => prefetch(communityQuery(params.id));
clientLoader.hydrate = true as const;
/** @alias clientLoader */
export const loader = clientLoader;

/** Where the link of an invitation leads: says to what, and joins when the button is pressed. */
export default function CommunityInvitation({ params: { id } }: Route.ComponentProps) {
  const query = useQuery(communityQuery(id));
  if (query.isPending)
    return (
      <>
        <title>{pageTitle('Invitation')}</title>
        <TitleSkeleton />
        <TextSkeleton lines={4} />
      </>
    );
  if (query.isLoadingError)
    return (
      <PageFailed
        error={query.error}
        onRetry={() => void query.refetch()}
        heading="Invitation"
        fallback="Failed to fetch the community"
        gone={{ heading: 'Community not found', text: 'It may have been deleted since you were invited.' }}
      />
    );
  return <Invitation community={query.data.data} />;
}

function Invitation({ community }: { community: CommunityPage }) {
  const { _id, name, description, category, isPrivate, memberCount, membership } = community;
  const token = decodeURIComponent(useLocation().hash.slice(1));
  const navigate = useNavigate();
  const accept = useAcceptInvitation();
  const join = () =>
    accept.mutate(
      { params: { token } },
      // An invitation to another community, in an address that someone put together, leads there.
      { onSuccess: ({ data }) => void navigate(paths.community(data._id), { replace: true }) },
    );
  return (
    <article className="mx-auto max-w-xl text-center">
      <title>{pageTitle('Invitation')}</title>
      <h1 className="font-serif text-3xl">You’re invited</h1>
      <div className="mx-auto mt-6 w-36">
        <CommunityCover community={community} sizes="144px" eager />
      </div>
      <h2 className="mt-4 font-serif text-2xl wrap-anywhere" dir="auto">
        {name}
      </h2>
      <p className="mt-1 flex flex-wrap justify-center gap-x-4 text-muted tabular-nums">
        <span>{categoryNames[category]}</span>
        <span>{pluralize(memberCount, 'member')}</span>
        {isPrivate && <PrivateMark />}
      </p>
      <p className="mt-4 line-clamp-6 whitespace-pre-line wrap-anywhere" dir="auto">
        {description}
      </p>
      {accept.error !== null && (
        <div className="mt-6">
          <Alert>{messageOf(accept.error, 'Failed to join community')}</Alert>
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {membership === 'member' ? (
          <>
            <p className="w-full text-muted">You’re already a member.</p>
            <Link to={paths.community(_id)} className={buttonClass('primary')}>
              Open the community
            </Link>
          </>
        ) : (
          <Button variant="primary" busy={accept.isPending} disabled={token === ''} onClick={join}>
            Join
          </Button>
        )}
        {membership !== 'member' && (
          <Link to={paths.community(_id)} className={buttonClass('ghost')}>
            View the community first
          </Link>
        )}
      </div>
      {token === '' && (
        <p role="alert" className="mt-4 text-danger-text">
          Part of the link is missing. Copy all of it, or ask for a new one.
        </p>
      )}
    </article>
  );
}
