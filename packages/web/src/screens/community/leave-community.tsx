import type { CommunityPage } from '@inkling/contract/communities';
import { displayNameOf } from '../../features/users/display-name.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface Props {
  community: CommunityPage;
  leave: () => void;
  onClose: () => void;
}

/** Asks before the viewer leaves a community to which they cannot simply return. */
export function LeaveCommunity({ community, leave, onClose }: Props) {
  const confirm = () => {
    onClose();
    leave();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Leave “${community.name}”?`}
      confirm="Leave"
      danger
      onConfirm={confirm}
    >
      <LeavingMeans community={community} />
    </ConfirmDialog>
  );
}

/** What happens when the viewer leaves. The first members are the founder, moderators, then members, in the order of succession. */
function LeavingMeans({
  community: { role, members, memberCount, isPrivate },
}: {
  community: CommunityPage;
}) {
  // Null if the others are not shown, as suspended people are not.
  const successor =
    members.find((member) => member.role !== 'founder') ?? (memberCount > 1 ? null : undefined);
  return (
    <>
      {role === 'founder' && successor !== undefined && (
        <p>
          {successor === null ? 'Another member' : <bdi>{displayNameOf(successor)}</bdi>} will take over as
          founder.
        </p>
      )}
      {role === 'founder' && successor === undefined && (
        <p>You’re the only member of this community. Delete it instead.</p>
      )}
      {role === 'moderator' && <p>You’ll no longer be a moderator.</p>}
      {isPrivate && <p>To see its posts again, you’ll have to ask to join.</p>}
    </>
  );
}
