import type { Me } from '@inkling/contract/account';
import { profileBody } from '@inkling/contract/users';
import { FormFooter } from '../../features/forms/form-footer.tsx';
import { useSavedForm } from '../../features/forms/use-saved-form.ts';
import { useUpdateProfile } from '../../features/users/users.api.ts';
import { canonicalZone, deviceZone } from '../../lib/device-zone.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { zoneName } from '../../lib/zone-name.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { zonesByRegion } from './time-zones.ts';

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
