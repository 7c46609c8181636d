import { useQueryClient } from '@tanstack/react-query';
import { callQuery, markStale, useCall } from '../../lib/query.ts';
import { communityQuery, perPage } from './communities.api.ts';

// What founder and moderators do about people.

export const requestsQuery = (id: string, page = 1) =>
  callQuery(
    'GET /community/{id}/requests',
    { params: { id }, query: { page, limit: perPage } },
    { tags: ['communityRequests'] },
  );

export const bansQuery = (id: string, page = 1) =>
  callQuery(
    'GET /community/{id}/bans',
    { params: { id }, query: { page, limit: perPage } },
    { tags: ['communityBans'] },
  );

/** The reader's own bans. */
export const myBansQuery = callQuery('GET /community/user/bans', {}, { tags: ['myBans'] });

/** The form shows its errors. */
export const useAppealBan = () =>
  useCall('POST /community/{id}/appeal', { errors: 'inline', touches: ['myBans'] });

export const useRefuseAppeal = () =>
  useCall('POST /community/{id}/bans/{userId}/refuse', {
    fallback: 'Failed to decline the appeal.',
    touches: ['communityBans', 'community'],
    rechecks: ['communityBans', 'community'],
  });

export const invitationsQuery = (id: string) =>
  callQuery('GET /community/{id}/invitations', { params: { id } }, { tags: ['communityInvitations'] });

export const useDecideRequest = () =>
  useCall('PUT /community/{id}/requests/{userId}', {
    fallback: 'Failed to respond to the request.',
    touches: ['communityRequests', 'communityMembers', 'community'],
    rechecks: ['communityRequests', 'community'],
  });

const ofPeople = ['communityMembers', 'community'];
const ofRoles = { fallback: 'Failed to change the role.', touches: ofPeople, rechecks: ofPeople };
export const useAppoint = () => useCall('PUT /community/{id}/moderators/{userId}', ofRoles);
export const useDismiss = () => useCall('DELETE /community/{id}/moderators/{userId}', ofRoles);

export function useHandOver() {
  const client = useQueryClient();
  return useCall(
    'PUT /community/{id}/founder',
    { fallback: 'Failed to change the founder.', rechecks: ofPeople },
    (response) => {
      client.setQueryData(communityQuery(response.data._id).queryKey, response);
      return markStale(client, ['communityMembers', 'communityLists']);
    },
  );
}

/** The form shows its errors. */
export const useBan = () =>
  useCall('PUT /community/{id}/bans/{userId}', {
    errors: 'inline',
    touches: ['communityBans', 'communityMembers', 'communityRequests', 'community'],
  });

export const useLiftBan = () =>
  useCall('DELETE /community/{id}/bans/{userId}', {
    fallback: 'Failed to lift the ban.',
    touches: ['communityBans', 'community'],
    rechecks: ['communityBans', 'community'],
  });

/** The form shows its errors. */
export const useCreateInvitation = () =>
  useCall('POST /community/{id}/invitations', { errors: 'inline', touches: ['communityInvitations'] });

export const useRevokeInvitation = () =>
  useCall('DELETE /community/{id}/invitations/{invitationId}', {
    success: 'Invitation revoked.',
    fallback: 'Failed to revoke the invitation.',
    touches: ['communityInvitations'],
    rechecks: ['communityInvitations', 'community'],
  });
