import type { CommunityPost } from '@inkling/contract/communities';
import { useNavigate } from 'react-router';
import { useDeletePost } from '../../features/communities/communities.api.ts';
import { paths } from '../../lib/paths.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface Props {
  post: CommunityPost;
  onClose: () => void;
}

/** Asks before a post is deleted; then leads to its community. */
export function DeletePost({ post: { _id: postId, community: id }, onClose }: Props) {
  const navigate = useNavigate();
  const remove = useDeletePost();
  const confirm = () =>
    remove.mutate(
      { params: { id, postId } },
      { onSuccess: () => void navigate(paths.community(id), { replace: true }), onError: onClose },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Are you sure you want to delete this post?"
      confirm="Delete"
      danger
      busy={remove.isPending}
      onConfirm={confirm}
    >
      This also deletes its comments, and can’t be undone.
    </ConfirmDialog>
  );
}
