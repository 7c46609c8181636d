import type { CommunityPage } from '@inkling/contract/communities';
import { Ellipsis, PenLine, Trash2, UserPlus } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Link } from 'react-router';
import {
  isModerator,
  useChooseNews,
  type useMembership,
} from '../../features/communities/communities.api.ts';
import { CommunityCover, categoryNames, PrivateMark } from '../../features/communities/community-card.tsx';
import { Rules } from '../../features/communities/rules.tsx';
import { titleOf } from '../../features/covers/cover-text.ts';
import { ReportButton } from '../../features/reports/report-button.tsx';
import { displayNameOf } from '../../features/users/display-name.ts';
import { localDate, pluralize } from '../../lib/format.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { useIsMemberPage, useMe } from '../../lib/session.ts';
import { useLazyMenu } from '../../lib/use-lazy-menu.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ToolbarChoice } from '../../ui/list-toolbar.tsx';

const EditCommunityDialog = lazyComponent(
  async () => (await import('../../features/communities/edit-community-dialog.tsx')).EditCommunityDialog,
);
const FounderMenu = lazyComponent(async () => (await import('./founder-menu.tsx')).FounderMenu);
const HandOver = lazyComponent(async () => (await import('./hand-over.tsx')).HandOver);
const LeaveCommunity = lazyComponent(async () => (await import('./leave-community.tsx')).LeaveCommunity);
const DeleteCommunity = lazyComponent(async () => (await import('./delete-community.tsx')).DeleteCommunity);

/** On phones the buttons have a row of their own, below cover and name. */
export const communityHeaderClass =
  'grid grid-cols-[auto_1fr] content-start gap-4 rounded-xl bg-sunken p-4 sm:gap-x-6 sm:p-6';
export const communityCoverClass = 'w-20 sm:row-span-3 sm:w-36';

interface Props extends Omit<ReturnType<typeof useMembership>, 'shown'> {
  community: CommunityPage;
}

/** A community's cover, name and numbers, with what its viewer can do with it. */
export function CommunityHeader(props: Props) {
  const { community } = props;
  const { name, category, isPrivate, memberCount, stats, ban, belongsTo } = community;
  return (
    <header className={communityHeaderClass}>
      <div className={communityCoverClass}>
        <CommunityCover community={community} sizes="144px" eager />
      </div>
      <div className="min-w-0">
        <h1 className="font-serif text-2xl leading-tight wrap-anywhere sm:text-4xl" dir="auto">
          {name}
        </h1>
        <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-muted tabular-nums">
          <span>{categoryNames[category]}</span>
          <span>{pluralize(memberCount, 'member')}</span>
          {stats.postCount !== null && <span>{pluralize(stats.postCount, 'post')}</span>}
          {isPrivate && <PrivateMark />}
        </p>
        {belongsTo !== null && (
          <p className="mt-1 text-muted">
            {belongsTo.kind === 'story' ? (
              <>
                About{' '}
                <Link to={paths.story(belongsTo.story._id)} className="link">
                  <bdi lang={belongsTo.story.language}>{titleOf(belongsTo.story)}</bdi>
                </Link>{' '}
                by{' '}
                <Link to={paths.person(belongsTo.story.author.username)} className="link">
                  <bdi>{displayNameOf(belongsTo.story.author)}</bdi>
                </Link>
              </>
            ) : (
              <>
                <Link to={paths.person(belongsTo.author.username)} className="link">
                  <bdi>{displayNameOf(belongsTo.author)}</bdi>
                </Link>
                ’s community
              </>
            )}
          </p>
        )}
      </div>
      <div className="max-w-[66ch] max-sm:col-span-2 sm:col-start-2">
        <p
          className={`whitespace-pre-line wrap-anywhere ${community.role === null ? '' : 'line-clamp-3'}`}
          dir="auto"
        >
          {community.description}
        </p>
        {community.role === null && community.rules.length > 0 && (
          <Rules rules={community.rules} open={isPrivate} />
        )}
      </div>
      <div className="flex min-h-11 flex-wrap items-start gap-3 max-sm:col-span-2 sm:col-start-2">
        {ban !== null && (
          <Alert>
            You’re banned from this community{ban.until !== null && ` until ${localDate(ban.until)}`}:{' '}
            <bdi>{ban.reason}</bdi>
          </Alert>
        )}
        {ban !== null && (
          <Link to={paths.standing} className="link inline-flex min-h-11 items-center">
            See your standing
          </Link>
        )}
        {!isModerator(community) && <Membership {...props} />}
        <Founding community={community} />
        {isModerator(community) && <Membership {...props} />}
        <News community={community} />
      </div>
    </header>
  );
}

/** Join and Leave, for the founder in a menu with Hand over and Delete. Leaving asks first where it cannot simply be taken back. */
function Membership({ community, busy, join, leave }: Props) {
  const [dialog, setDialog] = useState<'leave' | 'hand-over' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const isMember = useIsMemberPage();
  const { _id, membership, role, isPrivate, name } = community;
  if (membership === 'banned') return null;
  if (!isMember)
    return (
      <Link
        to={paths.login(paths.community(_id))}
        state={{ message: `Sign in or sign up to join “${name}”.` }}
        data-for="visitor"
        aria-label={`${isPrivate ? 'Request to join' : 'Join'}: sign in first`}
        className={buttonClass('primary')}
      >
        <UserPlus aria-hidden="true" className="size-5" />
        {isPrivate ? 'Request to join' : 'Join'}
      </Link>
    );
  if (membership === 'none')
    return (
      <Button variant="primary" busy={busy} onClick={join}>
        <UserPlus aria-hidden="true" className="size-5" />
        {isPrivate ? 'Request to join' : 'Join'}
      </Button>
    );
  if (membership === 'requested')
    return (
      <>
        <p className="flex min-h-11 items-center font-semibold">Requested</p>
        <Button busy={busy} onClick={leave}>
          Withdraw request
        </Button>
      </>
    );
  const asks = isPrivate || role !== 'member';
  return (
    <>
      {role === 'founder' ? (
        <FounderMenuButton onChoose={setDialog} />
      ) : (
        <Button busy={busy} onClick={() => (asks ? setDialog('leave') : leave())}>
          Leave
        </Button>
      )}
      {dialog === 'leave' && <LeaveCommunity community={community} leave={leave} onClose={close} />}
      {dialog === 'hand-over' && <HandOver community={community} onClose={close} />}
      {dialog === 'delete' && <DeleteCommunity community={community} onClose={close} />}
    </>
  );
}

/** The button of the menu with Leave, Hand over and Delete, which is loaded on first use. */
function FounderMenuButton(props: Pick<ComponentProps<typeof FounderMenu>, 'onChoose'>) {
  const [open, setOpen] = useState(false);
  const [first, menu] = useLazyMenu(open, setOpen);
  const more = { icon: Ellipsis, label: 'More actions' };
  return (
    <>
      {first && <IconButton {...first} {...more} />}
      {menu && <FounderMenu {...menu} {...props} trigger={<IconButton {...more} />} />}
    </>
  );
}

const newsNames = [
  ['all', 'All posts'],
  ['highlights', 'Highlights'],
  ['none', 'None'],
] as const;

/** Of which new posts a member is notified. */
function News({ community: { _id: id, news } }: Pick<Props, 'community'>) {
  const choose = useChooseNews();
  const shown = choose.isPending ? choose.variables.body.news : news;
  if (shown === null) return null;
  return (
    <ToolbarChoice
      inline
      label="Notify me about"
      options={newsNames}
      value={shown}
      onChange={(chosen) => choose.mutate({ params: { id }, body: { news: chosen } })}
    />
  );
}

/** Edit for founder and moderators, Delete for admins. */
function Founding({ community }: Pick<Props, 'community'>) {
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const me = useMe();
  const close = () => setDialog(null);
  if (me === undefined) return null;
  return (
    <>
      {isModerator(community) && (
        <Button onClick={() => setDialog('edit')}>
          <PenLine aria-hidden="true" className="size-5" />
          Edit
        </Button>
      )}
      {me.isAdmin && community.role !== 'founder' && (
        <Button variant="ghost" className="text-danger-text!" onClick={() => setDialog('delete')}>
          <Trash2 aria-hidden="true" className="size-5" />
          Delete
        </Button>
      )}
      <ReportButton
        variant="ghost"
        things={[{ kind: 'community', id: community._id }]}
        personId={community.founder?._id}
      />
      {dialog === 'edit' && <EditCommunityDialog community={community} userId={me._id} onClose={close} />}
      {dialog === 'delete' && <DeleteCommunity community={community} onClose={close} />}
    </>
  );
}
