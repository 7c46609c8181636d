import type { Me } from '@inkling/contract/account';
import { preferencesBody } from '@inkling/contract/users';
import { Link } from 'react-router';
import { FormFooter } from '../../features/forms/form-footer.tsx';
import { useSavedForm } from '../../features/forms/use-saved-form.ts';
import { FavoriteGenresPicker } from '../../features/genres/favorite-genres-picker.tsx';
import { useUpdatePreferences } from '../../features/users/users.api.ts';
import { paths } from '../../lib/paths.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { Switch } from '../../ui/switch.tsx';

const failed = 'Failed to update preferences.';

/** Favorite genres and email notifications. */
export function PreferencesSection({ me }: { me: Me }) {
  const update = useUpdatePreferences({ success: 'Preferences updated!', fallback: failed, errors: 'both' });
  const { genres, emailNotifications } = me.readingPreferences;
  const form = useSavedForm({
    storageKey: inputKey(me._id, 'preferences'),
    saved: { favoriteGenres: genres, emailNotifications },
    schema: preferencesBody,
    send: async (changes) => {
      await update.mutateAsync({ body: changes });
    },
    fallback: failed,
  });
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-6">
      <FavoriteGenresPicker
        value={form.values.favoriteGenres}
        onChange={(chosen) => form.setValue('favoriteGenres', chosen)}
        error={form.errorOf('favoriteGenres')}
      />
      <Switch
        framed
        label="Email notifications"
        hint={
          <>
            Choose what we email you about and when in your{' '}
            <Link to={paths.notificationSettings} className="link">
              notification settings
            </Link>
            . Account emails, such as password resets, are always sent.
          </>
        }
        checked={form.values.emailNotifications}
        {...form.register('emailNotifications')}
      />
      <FormFooter label="Update Preferences" busyLabel="Updating…" state={form} />
    </form>
  );
}
