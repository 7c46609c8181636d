import type { Me } from '@inkling/contract/account';
import { createCommunity } from '@inkling/contract/communities';
import { newId } from '@inkling/contract/new-id';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { serverNow } from '../../lib/server-time.ts';
import { useMe } from '../../lib/session.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { useSavedForm } from '../forms/use-saved-form.ts';
import { useCreateCommunity } from './communities.api.ts';
import { CommunityForm } from './community-form.tsx';
import { bodyOf, type CommunityValues, emptyCommunity } from './community-values.ts';

/** Founds a community and leads to it. What is typed is stored until it has been saved or discarded. */
export function CreateCommunityDialog({ onClose }: { onClose: () => void }) {
  const me = useMe();
  return (
    <Dialog title="Create Community" open onOpenChange={onClose} initialFocus="field">
      {me === undefined ? <TextSkeleton lines={6} /> : <Fields me={me} onClose={onClose} />}
    </Dialog>
  );
}

function Fields({ me, onClose }: { me: Me; onClose: () => void }) {
  const [id] = useState(() => newId(serverNow()));
  const create = useCreateCommunity(me._id, id);
  const navigate = useNavigate();
  const form = useSavedForm<CommunityValues>({
    storageKey: inputKey(me._id, 'new-community'),
    saved: emptyCommunity,
    checksAll: true,
    schema: createCommunity.body,
    send: async (_changes, values) => {
      const { _id } = await create.mutateAsync(bodyOf(values));
      onClose();
      void navigate(paths.community(_id));
    },
    fallback: 'Failed to create the community. Your text is still here.',
  });
  return (
    <CommunityForm
      form={form}
      id={id}
      isFounder
      staysPrivate={false}
      onClose={onClose}
      submit={['Create', 'Creating…']}
    />
  );
}
