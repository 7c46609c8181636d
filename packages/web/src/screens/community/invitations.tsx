import { communityLimits } from '@inkling/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  invitationsQuery,
  useCreateInvitation,
  useRevokeInvitation,
} from '../../features/communities/people.api.ts';
import { ErrorMessages } from '../../features/forms/form-footer.tsx';
import { useCallForm } from '../../features/forms/use-call-form.ts';
import { NewLink } from '../../features/sharing/new-link.tsx';
import { displayNameOf } from '../../features/users/display-name.ts';
import { localDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { serverNow } from '../../lib/server-time.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

const dayMs = 86_400_000;

/** The invitations that can still be used, and a form for another one, whose link is shown this once. */
export function Invitations({ communityId: id }: { communityId: string }) {
  const query = useQuery(invitationsQuery(id));
  const revoke = useRevokeInvitation();
  const [link, setLink] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const invitations = query.data?.data ?? [];
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" className="font-serif text-2xl">
        Invitations
      </h2>
      <p className="mt-1 text-muted">Anyone with the link can join without asking.</p>
      <NewInvitation communityId={id} onCreated={setLink} />
      {link !== null && (
        <NewLink
          label="Invitation link"
          hint="Copy it now. You won’t see it again once you leave this page."
          link={link}
        />
      )}
      <QueryState query={query} fallback="Failed to fetch invitations" pending={<TextSkeleton lines={3} />} />
      {query.data !== undefined && invitations.length === 0 && (
        <p className="mt-4 text-muted">No active invitations.</p>
      )}
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Invitations"
        className="mt-2 divide-y divide-line outline-none"
      >
        {invitations.map(({ _id, until, uses, used, by, createdAt }) => (
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
                revoke.mutate({ params: { id, invitationId: _id } });
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

function NewInvitation({
  communityId,
  onCreated,
}: {
  communityId: string;
  onCreated: (link: string) => void;
}) {
  const create = useCreateInvitation();
  const form = useCallForm({
    defaultValues: { days: '7', uses: '1' },
    fallback: 'Failed to create the invitation.',
    send: async ({ days, uses }) => {
      const until = new Date(serverNow() + Number(days) * dayMs).toISOString();
      const { data } = await create.mutateAsync({
        params: { id: communityId },
        body: { until, uses: Number(uses) },
      });
      onCreated(location.origin + paths.communityInvitation(communityId, data.token));
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate className="mt-4 space-y-3">
      <div className="grid max-w-80 grid-cols-2 items-start gap-3">
        <div>
          <SelectField label="Valid for" {...form.register('days')}>
            <option value="1">1 day</option>
            <option value="7">7 days</option>
            <option value="30">30 days</option>
            <option value={communityLimits.invitationDays}>1 year</option>
          </SelectField>
        </div>
        <div>
          <TextField
            label="Number of people"
            type="number"
            inputMode="numeric"
            min={1}
            max={communityLimits.invitationUses}
            {...form.field('uses')}
          />
        </div>
      </div>
      <ErrorMessages messages={form.errorMessages} />
      <Button type="submit" variant="primary" busy={form.busy}>
        Create invitation link
      </Button>
    </form>
  );
}
