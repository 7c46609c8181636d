import { siteLimits } from '@inkling/contract/limits';
import { useQuery } from '@tanstack/react-query';
import {
  signupInvitationsQuery,
  useCreateSignupInvitation,
  useRevokeSignupInvitation,
} from '../../features/account/signups.api.ts';
import { Invitations } from '../../features/sharing/invitations.tsx';
import { paths } from '../../lib/paths.ts';

export function SignupInvitations() {
  const create = useCreateSignupInvitation();
  const revoke = useRevokeSignupInvitation();
  return (
    <Invitations
      hint="People need one to sign up while registration is by invitation. Each link works for as many people as you choose."
      query={useQuery(signupInvitationsQuery)}
      limits={siteLimits}
      create={async (body) => paths.invitedSignup((await create.mutateAsync({ body })).data.token)}
      revoke={(id) => revoke.mutate({ params: { id } })}
      isRevoking={revoke.isPending}
    />
  );
}
