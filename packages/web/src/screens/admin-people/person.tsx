import { zodResolver } from '@hookform/resolvers/zod';
import { reauthenticationBody } from '@inkling/contract/account';
import { graceDays, reportLimits } from '@inkling/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { Link } from 'react-router';
import { CurrentPassword } from '../../features/account/current-password.tsx';
import {
  personQuery,
  useExportPerson,
  usePersonCalls,
  useUnsuspend,
} from '../../features/admin/admin.api.ts';
import { ErrorMessages } from '../../features/forms/form-footer.tsx';
import { useCallForm } from '../../features/forms/use-call-form.ts';
import { StaffMeasure } from '../../features/measures/staff-measure.tsx';
import { displayNameOf } from '../../features/users/display-name.ts';
import { adminPaths } from '../../lib/admin-paths.ts';
import type { CallResponse } from '../../lib/api.ts';
import { saveFile } from '../../lib/download.ts';
import { LocalDate } from '../../lib/local-date.tsx';
import { localMoment } from '../../lib/moments.ts';
import { showSuccess } from '../../lib/notify.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { serverNow } from '../../lib/server-time.ts';
import { useMe } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextArea } from '../../ui/field.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { Marks } from './admin-people.tsx';

type Shown = CallResponse<'GET /admin/people/{id}'>['data'];

/** A person’s standing and sessions, what admins did, and what they can do. */
export function PersonView({ id }: { id: string }) {
  const query = useQuery(personQuery(id));
  const heading = useRef<HTMLHeadingElement>(null);
  if (query.data === undefined)
    return (
      <>
        <title>{pageTitle('People')}</title>
        <h1 className="font-serif text-3xl sm:text-4xl">People</h1>
        <QueryState
          query={query}
          fallback="Failed to fetch this person"
          pending={<TextSkeleton lines={8} />}
        />
      </>
    );
  const person = query.data.data;
  const { displayName, username, email, isVerified, createdAt, deletionDueAt } = person;
  return (
    <>
      <title>{pageTitle(displayName)}</title>
      <Link to={adminPaths.adminPeople()} className="link">
        All people
      </Link>
      <h1
        ref={heading}
        tabIndex={-1}
        className="mt-2 font-serif text-3xl wrap-anywhere outline-none sm:text-4xl"
        dir="auto"
      >
        {displayName}
      </h1>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={paths.person(username)} className="link wrap-anywhere">
          @{username}
        </Link>
        <Marks person={person} />
      </div>
      <p className="mt-2 text-muted wrap-anywhere">
        Member since <LocalDate iso={createdAt} />. {email}, {isVerified ? 'verified' : 'not verified'}.
        {deletionDueAt !== null &&
          ` Will be deleted on ${localMoment(deletionDueAt)} unless they sign in before then.`}
      </p>
      {person.canAct ? (
        <Actions person={person} heading={heading} />
      ) : (
        <p className="mt-4 max-w-[66ch] text-muted">
          An admin’s account can only be changed on the server’s command line.
        </p>
      )}
      <Sessions sessions={person.sessions} />
      <Section title="Standing" empty="There are no decisions about this person.">
        {person.measures.map((measure) => (
          <StaffMeasure key={measure._id} measure={measure} />
        ))}
      </Section>
      <Section title="Admin actions" empty="No admin has acted on this account.">
        {person.log.map(({ action, at, by }) => (
          <li key={at} className="py-3">
            <p className="font-semibold">{actionNames[action]}</p>
            <p className="text-sm text-muted">
              {localMoment(at)} ·{' '}
              {by === null ? 'The command line or a former admin' : <bdi>{displayNameOf(by)}</bdi>}
            </p>
          </li>
        ))}
      </Section>
    </>
  );
}

const actionNames: Record<Shown['log'][number]['action'], string> = {
  'sessions-ended': 'Signed out everywhere',
  exported: 'Data exported',
  'deletion-requested': 'Account deletion requested',
  'moderator-granted': 'Made a moderator',
  'moderator-revoked': 'No longer a moderator',
};

function Section({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) {
  return (
    <section className="mt-10">
      <h2 className="mb-2 font-serif text-2xl">{title}</h2>
      {children.length === 0 ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <ul aria-label={title} className="divide-y divide-line border-y border-line">
          {children}
        </ul>
      )}
    </section>
  );
}

const Sessions = ({ sessions }: Pick<Shown, 'sessions'>) => (
  <Section title="Sessions" empty="Not signed in anywhere.">
    {sessions.map(({ _id, device, createdAt, lastUsedAt }) => (
      <li key={_id} className="py-3">
        <p className="font-semibold">{device}</p>
        <p className="text-sm text-muted">
          Since <LocalDate iso={createdAt} />, last used <LocalDate iso={lastUsedAt} />
        </p>
      </li>
    ))}
  </Section>
);

interface ActionProps {
  person: Shown;
  /** Gets the focus when the button is gone. */
  heading: RefObject<HTMLElement | null>;
}

function Actions({ person, heading }: ActionProps) {
  const { _id: id, displayName: name, isModerator, isSuspended, deletionDueAt } = person;
  const { endSessions, remove, setModerator } = usePersonCalls();
  const download = useExportPerson();
  const params = { id };
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      {isSuspended ? (
        <Unsuspend id={id} name={name} heading={heading} />
      ) : (
        <Suspend id={id} name={name} heading={heading} />
      )}
      <Confirmed
        label={isModerator ? 'Remove as moderator' : 'Make moderator'}
        title={isModerator ? `Remove ${name} as moderator?` : `Make ${name} a moderator?`}
        heading={heading}
        send={(body) => setModerator.mutateAsync({ params, body: { ...body, isModerator: !isModerator } })}
        done={isModerator ? 'They’re no longer a moderator.' : 'They’re a moderator now.'}
      >
        {isModerator
          ? 'They’ll no longer see the site’s reports, appeals and takedowns. They’ll get an email.'
          : 'They’ll be able to decide on reports, appeals, takedowns and held texts, see who reported something, and suspend people other than admins and moderators. They’ll get an email.'}
      </Confirmed>
      <Confirmed
        label="Sign out everywhere"
        title={`Sign ${name} out everywhere?`}
        heading={heading}
        send={(body) => endSessions.mutateAsync({ params, body })}
        done="Signed out everywhere."
      >
        Every session ends, and e-readers and apps need a new token. They’ll get an email, and can sign in
        again with their password.
      </Confirmed>
      <Confirmed
        label="Export data"
        title={`Export ${name}’s data?`}
        heading={heading}
        send={async (body) => saveFile(await download.mutateAsync({ params, body }), 'inkling-export.zip')}
        done="Saved as inkling-export.zip."
      >
        Do this only if they asked for it. The file contains everything stored about them, including private
        messages. Don’t give it to anyone else. They’ll get an email about it.
      </Confirmed>
      {deletionDueAt === null && (
        <Confirmed
          label="Delete account"
          title={`Delete ${name}’s account?`}
          heading={heading}
          send={(body) => remove.mutateAsync({ params, body })}
          done="The account is hidden, and will be deleted."
          danger
        >
          Do this only if they asked for it. The account and its stories are hidden now, and deleted in{' '}
          {graceDays} days. They’ll get an email, and can keep the account by signing in before then.
        </Confirmed>
      )}
    </div>
  );
}

interface ConfirmedProps {
  label: string;
  title: string;
  heading: RefObject<HTMLElement | null>;
  send: (body: { password: string }) => Promise<unknown>;
  done: string;
  danger?: boolean;
  children: ReactNode;
}

/** A button for what an admin confirms with the own password. */
function Confirmed(props: ConfirmedProps) {
  const { label, title, heading, danger = false } = props;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className={danger ? 'text-danger-text!' : ''} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} returnTo={heading}>
        <PasswordForm {...props} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function PasswordForm({
  label,
  send,
  done,
  danger = false,
  children,
  onClose,
}: ConfirmedProps & { onClose: () => void }) {
  const me = useMe();
  const form = useCallForm({
    defaultValues: { password: '' },
    resolver: zodResolver(reauthenticationBody),
    fallback: 'That didn’t work.',
    send: async (body) => {
      await send(body);
      showSuccess(done);
      onClose();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-4">
      <p className="text-muted">{children}</p>
      <CurrentPassword username={me?.username ?? ''} {...form.field('password')} />
      <ErrorMessages messages={form.errorMessages} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={form.busy}>
          {label}
        </Button>
      </div>
    </form>
  );
}

interface NamedProps {
  id: string;
  name: string;
  heading: RefObject<HTMLElement | null>;
}

function Unsuspend({ id, name, heading }: NamedProps) {
  const [asking, setAsking] = useState(false);
  const unsuspend = useUnsuspend();
  return (
    <>
      <Button onClick={() => setAsking(true)}>Lift the suspension</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Lift the suspension of ${name}?`}
        confirm="Lift"
        busy={unsuspend.isPending}
        returnTo={heading}
        onConfirm={() => unsuspend.mutate({ params: { id } }, { onSettled: () => setAsking(false) })}
      >
        <p>They can write again, and what they wrote is shown again. They get an email.</p>
      </ConfirmDialog>
    </>
  );
}

const dayMs = 86_400_000;

function Suspend({ id, name, heading }: NamedProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Suspend</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Suspend ${name}?`}
        returnTo={heading}
        initialFocus="field"
      >
        <SuspendForm id={id} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function SuspendForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { suspend } = usePersonCalls();
  const form = useCallForm<{ days: string; reason: string }>({
    defaultValues: { days: '7', reason: '' },
    fallback: 'The account wasn’t suspended.',
    send: async ({ days, reason }) => {
      const until = days === '' ? null : new Date(serverNow() + Number(days) * dayMs).toISOString();
      await suspend.mutateAsync({ params: { id }, body: { reason: reason.trim(), until } });
      showSuccess('Suspended.');
      onClose();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-4">
      <p className="text-muted">They can read, but not write. They get your reason, and can appeal.</p>
      <SelectField label="How long" {...form.register('days')} disabled={form.busy}>
        <option value="1">1 day</option>
        <option value="7">7 days</option>
        <option value="30">30 days</option>
        <option value="">For good</option>
      </SelectField>
      <TextArea
        label="Reason"
        rows={4}
        required
        maxLength={reportLimits.text}
        {...form.field('reason', { required: 'Please say why.' })}
      />
      <ErrorMessages messages={form.errorMessages} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="danger" busy={form.busy}>
          Suspend
        </Button>
      </div>
    </form>
  );
}
