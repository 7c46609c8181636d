import type { Me } from '@inkling/contract/account';
import { preferencesBody } from '@inkling/contract/users';
import { FormFooter } from '../../features/forms/form-footer.tsx';
import { useSavedForm, validationErrors } from '../../features/forms/use-saved-form.ts';
import { FavoriteGenresPicker } from '../../features/genres/favorite-genres-picker.tsx';
import { useUpdatePreferences } from '../../features/users/users.api.ts';
import { formKey } from '../../lib/persisted-form.ts';

const failed = 'Failed to update preferences.';

/** Favourite genres and email notifications. */
export function PreferencesSection({ me }: { me: Me }) {
  const update = useUpdatePreferences({ success: 'Preferences updated!', fallback: failed });
  const { genres, emailNotifications } = me.readingPreferences;
  const form = useSavedForm({
    storageKey: formKey(me._id, 'preferences'),
    saved: { favoriteGenres: genres, emailNotifications },
    check: (changes) => validationErrors(preferencesBody, changes),
    send: async (changes) => {
      await update.mutateAsync({ body: changes });
      return '';
    },
    fallback: failed,
  });
  const { values, set, errorOf } = form;
  return (
    <form ref={form.form} onSubmit={form.onSubmit} noValidate className="space-y-6">
      <FavoriteGenresPicker
        value={values.favoriteGenres}
        onChange={(chosen) => set('favoriteGenres', chosen)}
        error={errorOf('favoriteGenres')}
      />
      <label className="flex min-h-11 items-center justify-between gap-4 rounded-md border border-line px-4 py-3">
        <span>
          <span className="block font-semibold">Email notifications</span>
          <span className="text-sm text-muted">
            Email me news. Account emails, such as password resets, are always sent.
          </span>
        </span>
        <input
          type="checkbox"
          role="switch"
          className="switch"
          aria-label="Email notifications"
          checked={values.emailNotifications}
          aria-checked={values.emailNotifications}
          onChange={(event) => set('emailNotifications', event.target.checked)}
        />
      </label>
      <FormFooter label="Update Preferences" busyLabel="Updating…" state={form} />
    </form>
  );
}
