import { callQuery, useCall } from '../../lib/query.ts';

// For admins: invitations to sign up, and people who wait for the approval of their account.

export const signupInvitationsQuery = callQuery('GET /admin/invitations', {}, { tags: ['invitations'] });
export const useCreateSignupInvitation = () =>
  useCall('POST /admin/invitations', { errors: 'inline', touches: ['invitations'] });
export const useRevokeSignupInvitation = () =>
  useCall('DELETE /admin/invitations/{id}', {
    success: 'The invitation was revoked.',
    fallback: 'Failed to revoke the invitation',
    touches: ['invitations'],
    rechecks: ['invitations'],
  });

export const signupRequestsQuery = (page: number) =>
  callQuery('GET /admin/signups', { query: { page } }, { tags: ['signups'] });
export const useDecideSignupRequest = () =>
  useCall('POST /admin/signups/{id}', {
    fallback: 'Failed to save the decision',
    touches: ['signups'],
    rechecks: ['signups'],
  });
