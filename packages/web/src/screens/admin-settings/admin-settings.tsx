import { siteLimits } from '@inkling/contract/limits';
import type { SiteSettings, SiteSettingsState } from '@inkling/contract/site';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormFooter } from '../../features/forms/form-footer.tsx';
import { useCallForm } from '../../features/forms/use-call-form.ts';
import { AdminOnly } from '../../features/layout/admin-only.tsx';
import { changedSettings, settingsQuery, useChangeSettings } from '../../features/site/settings.api.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { pageTitle } from '../../lib/titles.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { AnnouncementForm } from './announcement-form.tsx';

/** The settings of the site that can be changed while it runs, for admins. */
export default function AdminSettingsScreen() {
  const query = useQuery(settingsQuery);
  return (
    <AdminOnly heading="Site settings">
      <title>{pageTitle('Site settings')}</title>
      <div className="max-w-3xl space-y-10">
        <h1 className="font-serif text-3xl sm:text-4xl">Site settings</h1>
        <QueryState
          query={query}
          fallback="Failed to fetch the settings"
          pending={<TextSkeleton lines={8} />}
        />
        {query.data !== undefined && (
          <>
            <AnnouncementForm current={query.data.data.settings.announcement} />
            <OperatorForm state={query.data.data} />
            <LimitsForm state={query.data.data} />
          </>
        )}
      </div>
    </AdminOnly>
  );
}

type Name = keyof SiteSettings;

interface GroupProps {
  heading: string;
  /** The settings of the group. */
  names: Name[];
  state: SiteSettingsState;
  form: {
    busy: boolean;
    errorMessages: string[];
    done: string;
    dirty: boolean;
    onSubmit: (event: React.SyntheticEvent) => void;
  };
  children: ReactNode;
}

/** A form of some settings, with a way back to the values of the environment. */
function Group({ heading, names, state, form, children }: GroupProps) {
  const change = useChangeSettings();
  const set = names.filter((name) => state.set.includes(name));
  return (
    <section aria-label={heading}>
      <form onSubmit={form.onSubmit} noValidate className="space-y-4">
        <h2 className="font-serif text-2xl">{heading}</h2>
        {children}
        <FormFooter label="Save" busyLabel="Saving…" state={form} />
        {set.length > 0 && (
          <Button
            variant="ghost"
            busy={change.isPending}
            onClick={() => change.mutate({ body: { reset: set } })}
          >
            Reset to the server defaults
          </Button>
        )}
      </form>
    </section>
  );
}

/** Says where a value comes from, and what the environment has. */
function sourceOf({ set, defaults }: SiteSettingsState, name: Name): string {
  const value = defaults[name];
  const shown = value === null ? 'none' : `“${String(value)}”`;
  return set.includes(name) ? `Set here. Server default: ${shown}.` : 'Using the server default.';
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text);

function OperatorForm({ state }: { state: SiteSettingsState }) {
  const { settings } = state;
  const change = useChangeSettings();
  const form = useCallForm({
    values: {
      operatorName: settings.operatorName ?? '',
      contactEmail: settings.contactEmail ?? '',
      privacyEmail: settings.privacyEmail ?? '',
      showsTestimonials: settings.showsTestimonials,
    },
    fallback: 'Failed to save the settings',
    send: async ({ operatorName, contactEmail, privacyEmail, showsTestimonials }) => {
      const next = {
        operatorName: orNull(operatorName),
        contactEmail: orNull(contactEmail),
        privacyEmail: orNull(privacyEmail),
        showsTestimonials,
      };
      // Only what was changed here is set here.
      await change.mutateAsync({ body: changedSettings(settings, next) });
      return 'Saved.';
    },
  });
  return (
    <Group
      heading="Who runs this site"
      names={['operatorName', 'contactEmail', 'privacyEmail', 'showsTestimonials']}
      state={state}
      form={form}
    >
      <TextField
        label="Name"
        hint={`The person or organization named in the terms and the privacy policy. ${sourceOf(state, 'operatorName')}`}
        maxLength={siteLimits.operatorName}
        {...form.field('operatorName')}
      />
      <TextField
        label="Contact address"
        type="email"
        hint={`Shown on the contact page. Messages from its form go there. ${sourceOf(state, 'contactEmail')}`}
        {...form.field('contactEmail')}
      />
      <TextField
        label="Address for privacy questions"
        type="email"
        hint={`If empty, the contact address is used. ${sourceOf(state, 'privacyEmail')}`}
        {...form.field('privacyEmail')}
      />
      <Switch
        framed
        label="Show testimonials"
        hint="On the landing page, from the file testimonials.json."
        checked={form.watch('showsTestimonials')}
        onChange={({ target }) => form.setValue('showsTestimonials', target.checked, { shouldDirty: true })}
      />
    </Group>
  );
}

const limits = {
  newAccountHours: [
    'Hours an account counts as new',
    'Texts with links from new accounts are held for review. 0 turns off both this and the limit below.',
    0,
  ],
  newAccountTextsPerHour: [
    'Texts per hour from a new account',
    'Comments, reviews, posts, messages and the like.',
    1,
  ],
  textsPerHour: ['Texts per hour from other accounts', 'The same for everyone else.', 1],
  repeatedTexts: [
    'Hold a text posted this many times',
    'By the same person within 24 hours. 0 turns this off.',
    0,
  ],
} as const;
type Limit = keyof typeof limits;
const limitNames = Object.keys(limits) as Limit[];

function LimitsForm({ state }: { state: SiteSettingsState }) {
  const { settings } = state;
  const change = useChangeSettings();
  const form = useCallForm({
    values: Object.fromEntries(limitNames.map((name) => [name, String(settings[name])])) as Record<
      Limit,
      string
    >,
    fallback: 'Failed to save the settings',
    send: async (values) => {
      const next = Object.fromEntries(limitNames.map((name) => [name, Number(values[name])]));
      await change.mutateAsync({ body: changedSettings(settings, next) });
      return 'Saved.';
    },
  });
  return (
    <Group heading="Limits" names={limitNames} state={state} form={form}>
      {limitNames.map((name) => {
        const [label, hint, min] = limits[name];
        return (
          <TextField
            key={name}
            label={label}
            type="number"
            min={min}
            hint={`${hint} ${sourceOf(state, name)}`}
            {...form.field(name, { required: 'Please enter a number.' })}
          />
        );
      })}
    </Group>
  );
}
