import type { CommunityPage } from '@inkling/contract/communities';
import { trashDays } from '@inkling/contract/trash';
import { useNavigate } from 'react-router';
import { useDeleteCommunity } from '../../features/communities/communities.api.ts';
import { paths } from '../../lib/paths.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Asks before a community is deleted; then leads to the others. */
export function DeleteCommunity({ community, onClose }: { community: CommunityPage; onClose: () => void }) {
  const navigate = useNavigate();
  const remove = useDeleteCommunity(community);
  const confirm = () =>
    remove.mutate(
      { params: { id: community._id } },
      { onSuccess: () => void navigate(paths.community(), { replace: true }), onSettled: onClose },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete “${community.name}”?`}
      confirm="Delete"
      onConfirm={confirm}
      danger
      busy={remove.isPending}
    >
      This deletes the community for everyone, with all its posts and comments.{' '}
      {community.role === 'founder' ? `You can restore it for ${trashDays} days.` : 'It can’t be undone.'}
    </ConfirmDialog>
  );
}
