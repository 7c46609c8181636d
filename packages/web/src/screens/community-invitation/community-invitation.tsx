import type { Community } from '@inkling/contract/communities';
import type { Author } from '@inkling/contract/users';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router';
import { invitationQuery, useAcceptInvitation } from '../../features/communities/communities.api.ts';
import { CommunityCover, categoryNames, PrivateMark } from '../../features/communities/community-card.tsx';
import { PageFailed } from '../../features/layout/page-failed.tsx';
import { displayNameOf } from '../../features/users/display-name.ts';
import { messageOf } from '../../lib/api.ts';
import { pluralize } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { pageTitle } from '../../lib/titles.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { TextSkeleton, TitleSkeleton } from '../../ui/skeleton.tsx';

/** Where the link of an invitation leads: says who invites to what, and joins when the button is pressed. */
export default function CommunityInvitation() {
  const token = decodeURIComponent(useLocation().hash.slice(1));
  const query = useQuery({ ...invitationQuery(token), enabled: token !== '' });
  if (token === '')
    return (
      <>
        <title>{pageTitle('Invitation')}</title>
        <h1 className="font-serif text-3xl">Invitation</h1>
        <p role="alert" className="mt-4">
          Part of the link is missing. Copy all of it, or ask for a new one.
        </p>
      </>
    );
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
        fallback="Failed to fetch the invitation"
        gone={{
          heading: 'This invitation can no longer be used',
          text: 'It was used up, has ended or was revoked. Please ask for a new one.',
        }}
      />
    );
  return <Invitation {...query.data.data} token={token} />;
}

interface Props {
  community: Community;
  /** Who invites. */
  by: Author | null;
  token: string;
}

function Invitation({ community, by, token }: Props) {
  const { _id, name, description, category, isPrivate, memberCount, membership } = community;
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
      {by !== null && (
        <p className="mt-2 text-muted">
          <Link to={paths.person(by.username)} className="link">
            <bdi>{displayNameOf(by)}</bdi>
          </Link>{' '}
          invites you to join.
        </p>
      )}
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
          <Button variant="primary" busy={accept.isPending} onClick={join}>
            Join
          </Button>
        )}
        {membership !== 'member' && (
          <Link to={paths.community(_id)} className={buttonClass('ghost')}>
            View the community first
          </Link>
        )}
      </div>
    </article>
  );
}
