import { siteLimits } from '@inkling/contract/limits';
import type { RegistrationMode, SiteSettings } from '@inkling/contract/site';
import { useQuery } from '@tanstack/react-query';
import { FormFooter } from '../../features/forms/form-footer.tsx';
import { useCallForm } from '../../features/forms/use-call-form.ts';
import { AdminOnly } from '../../features/layout/admin-only.tsx';
import { changedSettings, settingsQuery, useChangeSettings } from '../../features/site/settings.api.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { pageTitle } from '../../lib/titles.ts';
import { TextArea, TextField } from '../../ui/field.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { SignupInvitations } from './invitations.tsx';
import { Requests } from './requests.tsx';

/** Who can sign up, invitations, and people who wait for an account, for admins. */
export default function AdminRegistrationScreen() {
  return (
    <AdminOnly heading="Registration">
      <title>{pageTitle('Registration')}</title>
      <div className="max-w-3xl space-y-10">
        <h1 className="font-serif text-3xl sm:text-4xl">Registration</h1>
        <Requests />
        <Rules />
        <SignupInvitations />
      </div>
    </AdminOnly>
  );
}

function Rules() {
  const query = useQuery(settingsQuery);
  return (
    <section aria-labelledby="rules">
      <h2 id="rules" className="mb-3 font-serif text-2xl">
        Who can sign up
      </h2>
      <QueryState
        query={query}
        fallback="Failed to fetch the settings"
        pending={<TextSkeleton lines={8} />}
      />
      {query.data !== undefined && <RulesForm settings={query.data.data.settings} />}
    </section>
  );
}

const modes: Record<RegistrationMode, { name: string; meaning: string }> = {
  open: { name: 'Everyone', meaning: 'Anyone can sign up.' },
  invitation: {
    name: 'By invitation',
    meaning: 'People need an invitation link, which you can create below.',
  },
  approval: {
    name: 'By approval',
    meaning: `People request an account, and can sign in once an admin approves it. Requests without a decision are deleted after ${siteLimits.requestDays} days.`,
  },
  closed: { name: 'No one', meaning: 'The sign-up page says that registration is closed.' },
};

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

function RulesForm({ settings }: { settings: SiteSettings }) {
  const change = useChangeSettings();
  const form = useCallForm({
    values: {
      registration: settings.registration,
      question: settings.question?.text ?? '',
      answers: settings.question?.answers.join('\n') ?? '',
      blockedDomains: settings.blockedDomains.join('\n'),
    },
    fallback: 'Failed to save the settings',
    send: async ({ registration, question, answers, blockedDomains }) => {
      const asks = question.trim() !== '' || answers.trim() !== '';
      const next = {
        registration,
        question: asks ? { text: question, answers: linesOf(answers) } : null,
        blockedDomains: linesOf(blockedDomains),
      };
      await change.mutateAsync({ body: changedSettings(settings, next) });
      return 'Saved.';
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-5">
      <RadioField
        legend="Registration"
        options={modes}
        value={form.watch('registration')}
        onChange={(mode) => form.setValue('registration', mode, { shouldDirty: true })}
      />
      <TextField
        label="Question to keep robots out"
        hint="Asked on the sign-up page. Choose one your readers can answer and robots can’t. Leave empty for none."
        maxLength={siteLimits.question}
        {...form.field('question')}
      />
      <TextArea
        label="Accepted answers"
        hint="One per line. Capital letters and spaces don’t matter."
        rows={3}
        {...form.field('answers')}
      />
      <TextArea
        label="Blocked email domains"
        hint="One per line, such as example.com. Their subdomains are blocked too."
        rows={4}
        spellCheck={false}
        {...form.field('blockedDomains')}
      />
      <FormFooter label="Save" busyLabel="Saving…" state={form} />
    </form>
  );
}
