import { siteLimits } from '@inkling/contract/limits';
import type { Announcement } from '@inkling/contract/site';
import { FormFooter } from '../../features/forms/form-footer.tsx';
import { useCallForm } from '../../features/forms/use-call-form.ts';
import { useChangeSettings } from '../../features/site/settings.api.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';

/** A moment as a field for local time has it, to the minute. */
function localValue(iso: string | null): string {
  if (iso === null) return '';
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const moment = (local: string): string | null => (local === '' ? null : new Date(local).toISOString());

/** What every page announces, for a while. */
export function AnnouncementForm({ current }: { current: Announcement | null }) {
  const change = useChangeSettings();
  const form = useCallForm({
    values: {
      text: current?.text ?? '',
      link: current?.link ?? '',
      startsAt: localValue(current?.startsAt ?? null),
      endsAt: localValue(current?.endsAt ?? null),
    },
    fallback: 'Failed to save the announcement',
    send: async ({ text, link, startsAt, endsAt }) => {
      const announcement = {
        text,
        link: link.trim() === '' ? null : link,
        startsAt: moment(startsAt),
        endsAt: moment(endsAt),
      };
      await change.mutateAsync({ body: { announcement } });
      return 'Announced. Open pages will show it when they’re reloaded.';
    },
  });
  return (
    <section aria-label="Announcement">
      <form onSubmit={form.onSubmit} noValidate className="space-y-4">
        <h2 className="font-serif text-2xl">Announcement</h2>
        <p className="text-muted">
          A line at the top of every page, except where chapters are read or written. Readers can dismiss it.
        </p>
        <TextField
          label="Text"
          maxLength={siteLimits.announcement}
          {...form.field('text', { required: 'Please write what to announce.' })}
        />
        <TextField label="Link (optional)" maxLength={siteLimits.link} {...form.field('link')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="From"
            type="datetime-local"
            hint="Leave empty to start now."
            {...form.field('startsAt')}
          />
          <TextField
            label="Until"
            type="datetime-local"
            hint="Leave empty for no end date."
            {...form.field('endsAt')}
          />
        </div>
        <FormFooter label="Announce" busyLabel="Saving…" state={form} />
        {current !== null && (
          <Button
            variant="ghost"
            busy={change.isPending}
            onClick={() => change.mutate({ body: { announcement: null } })}
          >
            Remove the announcement
          </Button>
        )}
      </form>
    </section>
  );
}
