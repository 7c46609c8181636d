import { siteLimits } from '@inkling/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  signupInvitationsQuery,
  useCreateSignupInvitation,
  useRevokeSignupInvitation,
} from '../../features/account/signups.api.ts';
import { ErrorMessages } from '../../features/forms/form-footer.tsx';
import { useCallForm } from '../../features/forms/use-call-form.ts';
import { NewLink } from '../../features/sharing/new-link.tsx';
import { displayNameOf } from '../../features/users/display-name.ts';
import { localDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

/** The invitations to sign up that can still be used, and a form for another one, whose link is shown this once. */
export function Invitations() {
  const query = useQuery(signupInvitationsQuery);
  const revoke = useRevokeSignupInvitation();
  const [link, setLink] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" className="font-serif text-2xl">
        Invitations
      </h2>
      <p className="mt-1 text-muted">
        People need one to sign up while registration is by invitation. Each link works for as many people as
        you choose.
      </p>
      <NewInvitation onCreated={setLink} />
      {link !== null && (
        <NewLink
          label="Invitation link"
          hint="Copy it now. You won’t see it again once you leave this page."
          link={link}
        />
      )}
      <QueryState query={query} fallback="Failed to fetch invitations" pending={<TextSkeleton lines={3} />} />
      {query.data?.data.length === 0 && <p className="mt-4 text-muted">No active invitations.</p>}
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Invitations"
        className="mt-2 divide-y divide-line outline-none empty:hidden"
      >
        {query.data?.data.map(({ _id, until, uses, used, by, createdAt }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <p className="min-w-0 flex-1 basis-52 tabular-nums">
              {used.toLocaleString('en')} of {uses.toLocaleString('en')} used · valid until {localDate(until)}
              <span className="block text-sm text-muted">
                Created on {localDate(createdAt)}
                {by !== null && (
                  <>
                    {' '}
                    by <bdi>{displayNameOf(by)}</bdi>
                  </>
                )}
              </span>
            </p>
            <Button
              busy={revoke.isPending}
              aria-label={`Revoke the invitation created on ${localDate(createdAt)}`}
              onClick={() => {
                list.current?.focus();
                revoke.mutate({ params: { id: _id } });
              }}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NewInvitation({ onCreated }: { onCreated: (link: string) => void }) {
  const create = useCreateSignupInvitation();
  const form = useCallForm({
    defaultValues: { uses: '1', days: '7' },
    fallback: 'Failed to create the invitation',
    send: async ({ uses, days }) => {
      const { data } = await create.mutateAsync({ body: { uses: Number(uses), days: Number(days) } });
      onCreated(location.origin + paths.invitedSignup(data.token));
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate className="my-4 space-y-3">
      <div className="grid max-w-80 grid-cols-2 items-start gap-3">
        <TextField
          label="People"
          type="number"
          min={1}
          max={siteLimits.invitationUses}
          {...form.field('uses')}
        />
        <TextField
          label="Days"
          type="number"
          min={1}
          max={siteLimits.invitationDays}
          {...form.field('days')}
        />
      </div>
      <ErrorMessages messages={form.errorMessages} />
      <Button type="submit" busy={form.busy}>
        Create an invitation
      </Button>
    </form>
  );
}
