import type { CommunityMember, CommunityPage } from '@inkling/contract/communities';
import type { Author } from '@inkling/contract/users';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { BanDialog } from '../../features/communities/ban-dialog.tsx';
import { isModerator, membersQuery } from '../../features/communities/communities.api.ts';
import { useAppoint, useDismiss, useHandOver } from '../../features/communities/people.api.ts';
import { nextPageOf, ShowMore } from '../../features/stories/show-more.tsx';
import { itemsOf } from '../../features/stories/use-list.ts';
import { displayNameOf, hasDisplayName } from '../../features/users/display-name.ts';
import { PersonAvatar } from '../../features/users/person-avatar.tsx';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useMe } from '../../lib/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

interface PersonLineProps {
  person: Author;
  /** Beside the name. */
  beside?: ReactNode;
  /** Below it. */
  below?: ReactNode;
  /** What can be done about them. */
  children?: ReactNode;
}

/** A person in a list of a community. */
export const PersonLine = ({ person, beside, below, children }: PersonLineProps) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
    <PersonAvatar person={person} size={40} />
    <div className="min-w-0 flex-1 basis-40">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to={paths.person(person.username)}
          className="inline-block max-w-full min-h-6 font-semibold wrap-anywhere hover:underline"
        >
          <bdi>{displayNameOf(person)}</bdi>
        </Link>
        {hasDisplayName(person) && <bdi className="text-sm text-muted">@{person.username}</bdi>}
        {beside}
      </p>
      {below !== undefined && <div className="text-sm text-muted">{below}</div>}
    </div>
    {children}
  </li>
);

interface Props {
  community: CommunityPage;
}

/** The members of a community, the founder first; founder and moderators change roles and ban here. */
export function Members({ community }: Props) {
  const query = useInfiniteQuery(membersQuery(community._id));
  const list = useRef<HTMLUListElement>(null);
  const members = itemsOf(query.data?.pages ?? []);
  // People who are not shown are counted all the same.
  const total = query.hasNextPage ? Math.max(community.memberCount, members.length + 1) : members.length;
  return (
    <section aria-labelledby="members">
      <h2 id="members" className="font-serif text-2xl">
        Members
      </h2>
      <QueryState query={query} fallback="Failed to fetch members" pending={<TextSkeleton lines={6} />} />
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Members"
        className="mt-2 max-w-3xl divide-y divide-line outline-none"
      >
        {members.map((member) => (
          <PersonLine
            key={member._id}
            person={member}
            beside={
              <>
                {member.role === 'founder' && <Badge tone="accent">Founder</Badge>}
                {member.role === 'moderator' && <Badge>Moderator</Badge>}
              </>
            }
          >
            {isModerator(community) && <MemberMenu community={community} member={member} />}
          </PersonLine>
        ))}
      </ul>
      <ShowMore list={list} items="members" shown={members.length} total={total} pages={nextPageOf(query)} />
    </section>
  );
}

/** What the viewer may do about a member: nothing about the founder, and moderators nothing about each other. */
function MemberMenu({ community: { _id: id, role, name }, member }: Props & { member: CommunityMember }) {
  const me = useMe();
  const [dialog, setDialog] = useState<'ban' | 'hand-over' | null>(null);
  const appoint = useAppoint();
  const dismiss = useDismiss();
  const handOver = useHandOver();
  const isFounder = role === 'founder';
  const isMe = me?._id === member._id;
  const isOffice = member.role === 'moderator';
  if (member.role === 'founder' || (!isFounder && isOffice && !isMe) || (!isFounder && isMe && !isOffice))
    return null;
  const shown = displayNameOf(member);
  const input = { params: { id, userId: member._id } };
  const close = () => setDialog(null);
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${shown}`} />}>
        {isFounder && !isOffice && <MenuItem onSelect={() => appoint.mutate(input)}>Make moderator</MenuItem>}
        {isOffice && (
          <MenuItem onSelect={() => dismiss.mutate(input)}>
            {isMe ? 'Step down as moderator' : 'Remove as moderator'}
          </MenuItem>
        )}
        {isFounder && <MenuItem onSelect={() => setDialog('hand-over')}>Make founder</MenuItem>}
        {!isMe && <MenuItem onSelect={() => setDialog('ban')}>Ban</MenuItem>}
      </Menu>
      {dialog === 'ban' && <BanDialog communityId={id} person={member} onClose={close} />}
      {dialog === 'hand-over' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`Make ${shown} the founder of “${name}”?`}
          confirm="Make founder"
          danger
          busy={handOver.isPending}
          onConfirm={() =>
            handOver.mutate({ params: { id }, body: { userId: member._id } }, { onSettled: close })
          }
        >
          You’ll become a moderator. Only the new founder can undo this.
        </ConfirmDialog>
      )}
    </>
  );
}
