import { useCall } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';

/** Changes the names and bio of the user's own profile, or their time zone; errors are shown in the form. */
export function useUpdateProfile() {
  const { change } = useSession();
  return useCall('PATCH /users/profile/me', { errors: 'inline' }, ({ data }) => change(data));
}
