import type { Community } from '@inkling/contract/communities';
import type { Author } from '@inkling/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { invitationQuery, useAcceptInvitation } from '../../features/communities/communities.api.ts';
import { CommunityCover, categoryNames, PrivateMark } from '../../features/communities/community-card.tsx';
import { PageFailed } from '../../features/layout/page-failed.tsx';
import { displayNameOf } from '../../features/users/display-name.ts';
import { messageOf } from '../../lib/api.ts';
import { pluralize } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useIsMemberPage } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { useIsHydrated } from '../../lib/use-query-string.ts';
import { keepFragment } from '../../lib/wanted-fragment.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { TextSkeleton, TitleSkeleton } from '../../ui/skeleton.tsx';

export const meta = () => [{ title: pageTitle('Invitation') }, { name: 'robots', content: 'noindex' }];

/** Where the link of an invitation leads: says who invites to what, and joins when the button is pressed. */
export default function CommunityInvitation() {
  return (
    <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6 member:p-0">
      {useIsHydrated() ? <Linked /> : <Pending />}
    </div>
  );
}

const failed = 'Failed to fetch the invitation';

const Pending = () => (
  <>
    <TitleSkeleton />
    <TextSkeleton lines={4} />
  </>
);

function Linked() {
  const { pathname, hash } = useLocation();
  const isMember = useIsMemberPage();
  const token = decodeURIComponent(hash.slice(1));
  const query = useQuery({ ...invitationQuery(token), enabled: token !== '' });
  // Signing in leads back here.
  useEffect(() => {
    if (!isMember) keepFragment({ page: pathname, fragment: hash });
  }, [isMember, pathname, hash]);
  if (token === '')
    return (
      <>
        <h1 className="font-serif text-3xl">Invitation</h1>
        <p role="alert" className="mt-4">
          Part of the link is missing. Copy all of it, or ask for a new one.
        </p>
      </>
    );
  if (query.isPending) return <Pending />;
  if (query.isLoadingError)
    return (
      <PageFailed
        error={query.error}
        onRetry={() => void query.refetch()}
        heading="Invitation"
        fallback={failed}
        gone={{
          heading: 'This invitation can no longer be used',
          text: messageOf(query.error, failed),
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
  const isMember = useIsMemberPage();
  const { pathname } = useLocation();
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
        ) : isMember ? (
          <Button variant="primary" busy={accept.isPending} onClick={join}>
            Join
          </Button>
        ) : (
          <>
            <p className="w-full text-muted">
              Sign in or create a free account to join. You’ll come back here.
            </p>
            <Link to={paths.signup(pathname)} className={buttonClass('primary')}>
              Join Free
            </Link>
            <Link to={paths.login(pathname)} className={buttonClass('quiet')}>
              Sign In
            </Link>
          </>
        )}
        {isMember && membership !== 'member' && (
          <Link to={paths.community(_id)} className={buttonClass('ghost')}>
            View the community first
          </Link>
        )}
      </div>
    </article>
  );
}
