import { zodResolver } from '@hookform/resolvers/zod';
import type { Me } from '@inkling/contract/account';
import { graceDays } from '@inkling/contract/limits';
import { deleteMe } from '@inkling/contract/personal-data';
import { useQuery } from '@tanstack/react-query';
import { Download, LoaderCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { CurrentPassword } from '../../features/account/current-password.tsx';
import { clearDrafts } from '../../features/chapters/editor/local-drafts.ts';
import { ErrorMessages, FormFooter } from '../../features/forms/form-footer.tsx';
import { useCallForm } from '../../features/forms/use-call-form.ts';
import { HistorySwitch } from '../../features/library/history-switch.tsx';
import { useDeleteAccount, useExport } from '../../features/personal-data/personal-data.api.ts';
import { liveSubscription, SubscriptionState } from '../../features/plans/plan-text.tsx';
import { myPlanQuery, plansQuery } from '../../features/plans/plans.api.ts';
import { useUpdateProfile } from '../../features/users/users.api.ts';
import { isSignedOut, messageOf } from '../../lib/api.ts';
import { saveFile } from '../../lib/download.ts';
import { LocalDate } from '../../lib/local-date.tsx';
import { paths } from '../../lib/paths.ts';
import { readToken } from '../../lib/session-store.ts';
import { useSignOut } from '../../lib/sign-out.ts';
import { clearInput } from '../../lib/stored-input.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';

/** Reading history, data export and account deletion. */
export function YourDataSection({ me }: { me: Me }) {
  return (
    <div className="space-y-8">
      <HistorySwitch me={me} />
      <Export />
      {me.role === 'author' && <Moved me={me} />}
      <DeleteAccount me={me} />
    </div>
  );
}

/** Where an author has moved, for their followers. */
function Moved({ me: { movedTo } }: { me: Me }) {
  const update = useUpdateProfile();
  const form = useCallForm({
    values: { movedTo: movedTo ?? '' },
    fallback: 'The address wasn’t saved.',
    send: async (typed) => {
      const address = typed.movedTo.trim();
      await update.mutateAsync({ body: { movedTo: address === '' ? null : address } });
      return address === '' ? 'Your profile no longer says that you’ve moved.' : 'Your profile shows it now.';
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-3">
      <h3 className="font-semibold">Moving to another site</h3>
      <p className="text-muted">
        If you’ve moved to another site, your profile can show where. Your followers get one notification.
      </p>
      <TextField
        label="Your page on the other site"
        type="url"
        placeholder="https://"
        hint="Your profile links to it. Leave this empty to remove the link."
        {...form.field('movedTo')}
      />
      <FormFooter label="Save" busyLabel="Saving…" state={form} />
    </form>
  );
}

function Export() {
  const { mutate, reset, isPending: busy, isSuccess, error } = useExport();
  /** The share received, 0 to 100; null before the response begins. */
  const [percent, setPercent] = useState<number | null>(null);
  const abort = useRef<AbortController | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const start = () => {
    abort.current = new AbortController();
    setPercent(null);
    const options = { signal: abort.current.signal, onProgress: setPercent };
    mutate(options, { onSuccess: (file) => saveFile(file, 'inkling-export.zip') });
  };
  const cancel = () => {
    abort.current?.abort();
    reset();
    button.current?.focus();
  };
  const downloading = busy && percent !== null;
  return (
    <div className="space-y-3">
      <h3 className="font-semibold">Download your data</h3>
      <p className="text-muted">
        A zip file with everything we store about you: your stories and chapters as Markdown, your images, and
        the rest as JSON. Passwords are not included.
      </p>
      {error !== null && !isSignedOut(error) && (
        <Alert>{messageOf(error, 'Failed to export your data.')}</Alert>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button ref={button} busy={busy} onClick={start}>
          {busy ? (
            <LoaderCircle aria-hidden="true" className="size-5 animate-spin" />
          ) : (
            <Download aria-hidden="true" className="size-5" />
          )}
          {busy ? 'Exporting…' : 'Export my data'}
        </Button>
        {busy && (
          <Button variant="ghost" onClick={cancel}>
            Cancel
          </Button>
        )}
        <p role="status" className="text-muted">
          {busy && (downloading ? 'Downloading your data…' : 'Preparing your data…')}
          {isSuccess && 'Your data has been saved as inkling-export.zip.'}
        </p>
      </div>
      {downloading && <ProgressBar value={percent} label="Export progress" />}
    </div>
  );
}

/** Deletes the account after a confirmation with the password. */
function DeleteAccount({ me }: { me: Me }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="space-y-3">
      <h3 className="font-semibold">Delete your account</h3>
      <p className="text-muted">
        This deletes your profile, your stories and everything else we store about you. You have {graceDays}{' '}
        days to change your mind.
      </p>
      <Button className="text-danger-text!" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Delete your account?">
        <ConfirmationForm me={me} onCancel={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

function ConfirmationForm({ me, onCancel }: { me: Me; onCancel: () => void }) {
  const { forget } = useSignOut();
  const navigate = useNavigate();
  const deletion = useDeleteAccount();
  const form = useCallForm({
    defaultValues: { password: '' },
    resolver: zodResolver(deleteMe.body),
    send: async (body) => {
      const token = readToken();
      const { message } = await deletion.mutateAsync({ body });
      if (token !== null) forget(token);
      clearInput(me._id);
      await clearDrafts(me._id);
      await navigate(paths.login(), { state: { message } });
      return message;
    },
    fallback: 'Failed to delete your account.',
  });
  const { busy } = form;
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-4">
      <ul className="list-disc space-y-2 ps-5">
        <PlanEnds />
        <li>Your profile and stories are hidden immediately, and you are signed out everywhere.</li>
        <li>Sign in within {graceDays} days to restore everything.</li>
        <li>
          After that, everything is permanently deleted: stories, library, reading positions, images and
          follows. No one can restore it, and others can take the username {me.username}.
        </li>
        <li>
          Each community you founded then passes to its longest-serving moderator or, without one, to the
          member who joined first. If it has no other members, it is deleted.
        </li>
      </ul>
      <p className="text-muted">Export your data first if you want to keep a copy of your stories.</p>
      <CurrentPassword username={me.username} {...form.field('password')} />
      <ErrorMessages messages={form.errorMessages} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="danger" busy={busy}>
          {busy ? 'Deleting…' : 'Delete my account'}
        </Button>
      </div>
    </form>
  );
}

/** What happens to a subscription, for those who have one. */
function PlanEnds() {
  const mode = useQuery(plansQuery).data?.mode ?? 'off';
  const mine = useQuery({ ...myPlanQuery, enabled: mode !== 'off' });
  const live = mine.data === undefined ? null : liveSubscription(mine.data);
  if (live === null) return null;
  const { plan, endDate, isCancelling, status } = live;
  if (isCancelling || status === 'cancelled')
    return (
      <li>
        <SubscriptionState of={live} payBy={null} />
      </li>
    );
  return (
    <li>
      Your {plan.name} subscription is canceled first, and you won’t be charged again.
      {status === 'active' && endDate !== null && (
        <>
          {' '}
          If you come back before <LocalDate iso={endDate} />, you’ll still have {plan.name} until then.
        </>
      )}
    </li>
  );
}
