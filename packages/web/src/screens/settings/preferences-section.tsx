import type { Me } from '@inkling/contract/account';
import { preferencesBody, profileBody } from '@inkling/contract/users';
import { Link } from 'react-router';
import { FormFooter } from '../../features/forms/form-footer.tsx';
import { useSavedForm } from '../../features/forms/use-saved-form.ts';
import { FavoriteGenresPicker } from '../../features/genres/favorite-genres-picker.tsx';
import { useUpdatePreferences, useUpdateProfile } from '../../features/users/users.api.ts';
import { canonicalZone, deviceZone } from '../../lib/device-zone.ts';
import { paths } from '../../lib/paths.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { zoneName } from '../../lib/zone-name.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';

const failed = 'Failed to update preferences.';

/** Favorite genres, whether others see them, and email notifications. */
export function PreferencesSection({ me }: { me: Me }) {
  const update = useUpdatePreferences({ success: 'Preferences updated!', fallback: failed, errors: 'both' });
  const { genres, showsGenres, emailNotifications } = me.readingPreferences;
  const form = useSavedForm({
    storageKey: inputKey(me._id, 'preferences'),
    saved: { favoriteGenres: genres, showsGenres, emailNotifications },
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
        label="Show my favorite genres on my profile"
        checked={form.values.showsGenres}
        {...form.register('showsGenres')}
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

const regionOf = (zone: string): string => (zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : 'Other');

/** All time zones that the browser knows, each by its name in `required` if it is there, grouped by region and labeled by city. */
function zonesByRegion(required: string[]) {
  const known = [...Intl.supportedValuesOf('timeZone'), 'UTC'].map((zone) => [zone, zone] as const);
  const named = required.map((zone) => [canonicalZone(zone), zone] as const);
  const all = [...new Map([...known, ...named]).values()].sort();
  return [...Map.groupBy(all, regionOf)].map(([region, zones]) => ({
    region,
    zones: zones.map((zone) => ({ zone, label: zoneName(zone) })),
  }));
}

/** The time zone in which the user's reading days are counted. */
export function TimeZoneSection({ me }: { me: Me }) {
  const update = useUpdateProfile();
  const form = useSavedForm({
    storageKey: inputKey(me._id, 'time-zone'),
    saved: { timeZone: me.timeZone },
    schema: profileBody,
    send: async (changes) => {
      await update.mutateAsync({ body: changes });
      return 'Your time zone has been saved.';
    },
    fallback: 'Failed to update profile',
  });
  const { values, busy } = form;
  const here = deviceZone();
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-6">
      <SelectField
        label="Your time zone"
        hint="Your streaks and reading days are counted in this time zone. A change takes effect when your current day ends."
        error={form.errorOf('timeZone')}
        aria-disabled={busy || undefined}
        value={values.timeZone}
        onChange={(event) => !busy && form.setValue('timeZone', event.target.value)}
      >
        {zonesByRegion([here, me.timeZone, values.timeZone]).map(({ region, zones }) => (
          <optgroup key={region} label={region}>
            {zones.map(({ zone, label }) => (
              <option key={zone} value={zone}>
                {label}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      {canonicalZone(here) !== canonicalZone(values.timeZone) && (
        <Button onClick={() => form.setValue('timeZone', here)}>
          Use this device’s zone: {zoneName(here)}
        </Button>
      )}
      <FormFooter label="Save Time Zone" busyLabel="Saving…" state={form} />
    </form>
  );
}
