import type { Invitation } from '@inkling/contract/sharing';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { localDate } from '../../lib/format.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { ErrorMessages } from '../forms/form-footer.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { displayNameOf } from '../users/display-name.ts';
import { NewLink } from './new-link.tsx';

interface Props {
  hint: string;
  query: UseQueryResult<{ data: Invitation[] }>;
  limits: { invitationUses: number; invitationDays: number };
  /** Resolves to the path of the new invitation. */
  create: (invitation: { uses: number; days: number }) => Promise<string>;
  revoke: (id: string) => void;
  isRevoking: boolean;
}

/** The invitations that can still be used, and a form for another one, whose link is shown this once. */
export function Invitations({ hint, query, limits, create, revoke, isRevoking }: Props) {
  const [link, setLink] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const form = useCallForm({
    defaultValues: { days: '7', uses: '1' },
    fallback: 'Failed to create the invitation',
    send: async ({ days, uses }) => {
      setLink(location.origin + (await create({ days: Number(days), uses: Number(uses) })));
    },
  });
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" className="font-serif text-2xl">
        Invitations
      </h2>
      <p className="mt-1 text-muted">{hint}</p>
      <form onSubmit={form.onSubmit} noValidate className="mt-4 space-y-3">
        <div className="grid max-w-80 grid-cols-2 items-start gap-3">
          <SelectField label="Valid for" {...form.register('days')}>
            <option value="1">1 day</option>
            <option value="7">7 days</option>
            <option value="30">30 days</option>
            <option value={limits.invitationDays}>1 year</option>
          </SelectField>
          <TextField
            label="Number of people"
            type="number"
            inputMode="numeric"
            min={1}
            max={limits.invitationUses}
            {...form.field('uses')}
          />
        </div>
        <ErrorMessages messages={form.errorMessages} />
        <Button type="submit" variant="primary" busy={form.busy}>
          Create invitation link
        </Button>
      </form>
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
              busy={isRevoking}
              aria-label={`Revoke the invitation created on ${localDate(createdAt)}`}
              onClick={() => {
                list.current?.focus();
                revoke(_id);
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
