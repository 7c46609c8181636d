import { type CommunityPage, updateCommunity } from '@inkling/contract/communities';
import { useQuery } from '@tanstack/react-query';
import { showSuccess } from '../../lib/notify.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useSavedForm } from '../forms/use-saved-form.ts';
import { communityQuery, useUpdateCommunity } from './communities.api.ts';
import { CommunityForm } from './community-form.tsx';
import { bodyOf, type CommunityValues, valuesOf } from './community-values.ts';

interface Props {
  community: CommunityPage;
  userId: string;
  onClose: () => void;
}

/** Edits a community. Input survives a failed save and a reload; what others change meanwhile is fetched and named. */
export function EditCommunityDialog({ community, userId, onClose }: Props) {
  const { _id, role, isPrivate } = community;
  const update = useUpdateCommunity(_id);
  const always = { refetchOnMount: 'always', refetchOnWindowFocus: 'always' } as const;
  const current = useQuery({ ...communityQuery(_id), ...always }).data?.data ?? community;
  const form = useSavedForm<CommunityValues>({
    storageKey: inputKey(userId, `community-${_id}`),
    saved: valuesOf(current),
    schema: updateCommunity.body,
    send: async (changes) => {
      await update.mutateAsync(bodyOf(changes));
      showSuccess('Community saved.');
      onClose();
    },
    fallback: 'Failed to save the community. Your text is still here.',
  });
  return (
    <Dialog open onOpenChange={onClose} title="Edit Community" initialFocus="field">
      <CommunityForm
        form={form}
        id={_id}
        isFounder={role === 'founder'}
        staysPrivate={isPrivate}
        onClose={onClose}
        submit={['Save', 'Saving…']}
      />
    </Dialog>
  );
}
