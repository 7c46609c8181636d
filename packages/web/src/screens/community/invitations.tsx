import { communityLimits } from '@inkling/contract/limits';
import { useQuery } from '@tanstack/react-query';
import {
  invitationsQuery,
  useCreateInvitation,
  useRevokeInvitation,
} from '../../features/communities/people.api.ts';
import { Invitations } from '../../features/sharing/invitations.tsx';
import { paths } from '../../lib/paths.ts';
import { serverNow } from '../../lib/server-time.ts';

const dayMs = 86_400_000;

export function CommunityInvitations({ communityId: id }: { communityId: string }) {
  const create = useCreateInvitation();
  const revoke = useRevokeInvitation();
  return (
    <Invitations
      hint="Anyone with the link can join without asking."
      query={useQuery(invitationsQuery(id))}
      limits={communityLimits}
      create={async ({ days, uses }) => {
        const until = new Date(serverNow() + days * dayMs).toISOString();
        const { data } = await create.mutateAsync({ params: { id }, body: { until, uses } });
        return paths.communityInvitation(id, data.token);
      }}
      revoke={(invitationId) => revoke.mutate({ params: { id, invitationId } })}
      isRevoking={revoke.isPending}
    />
  );
}
