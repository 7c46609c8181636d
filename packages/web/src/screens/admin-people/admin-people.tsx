import { zodResolver } from '@hookform/resolvers/zod';
import { type AdminPerson, findPeople, maxFound } from '@inkling/contract/admin';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFindPeople } from '../../features/admin/admin.api.ts';
import { ErrorMessages } from '../../features/forms/form-footer.tsx';
import { useCallForm } from '../../features/forms/use-call-form.ts';
import { AdminOnly } from '../../features/layout/admin-only.tsx';
import { adminPaths } from '../../lib/admin-paths.ts';
import { pageTitle } from '../../lib/titles.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { Route } from './+types/admin-people.ts';
import { PersonView } from './person.tsx';

/** People, for admins; one of them with an id. */
export default function AdminPeopleScreen({ params: { id } }: Route.ComponentProps) {
  return (
    <AdminOnly heading="People">
      <div className="max-w-3xl">{id === undefined ? <FindPeople /> : <PersonView key={id} id={id} />}</div>
    </AdminOnly>
  );
}

export function FindPeople() {
  const find = useFindPeople();
  const [found, setFound] = useState<AdminPerson[] | null>(null);
  const form = useCallForm({
    defaultValues: { q: '' },
    resolver: zodResolver(findPeople.body),
    fallback: 'We couldn’t search for people.',
    send: async (body) => {
      const { data } = await find.mutateAsync({ body });
      setFound(data);
      if (data.length === maxFound)
        return `Showing the newest ${maxFound}. Type more of the name to narrow it down.`;
      return data.length === 1 ? 'One person found.' : `${data.length || 'No'} people found.`;
    },
  });
  return (
    <>
      <title>{pageTitle('People')}</title>
      <h1 className="font-serif text-3xl sm:text-4xl">People</h1>
      <form onSubmit={form.onSubmit} noValidate className="mt-4 space-y-4">
        <TextField
          label="Name or email address"
          hint="The start of a name, or a full email address."
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          {...form.field('q')}
        />
        <ErrorMessages messages={form.errorMessages} />
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" variant="primary" busy={form.busy}>
            Find
          </Button>
          <p role="status" className="text-muted">
            {form.done}
          </p>
        </div>
      </form>
      {found !== null && found.length > 0 && (
        <ul aria-label="People" className="mt-6 divide-y divide-line border-y border-line">
          {found.map((person) => (
            <li
              key={person._id}
              className="relative flex flex-wrap items-center gap-x-3 gap-y-1 py-3 focus-within:bg-sunken hover:bg-sunken"
            >
              <Link
                to={adminPaths.adminPeople(person._id)}
                className="card-link inline-block min-h-6 min-w-0 font-semibold wrap-anywhere hover:underline"
                dir="auto"
              >
                {person.displayName}
              </Link>
              <span className="text-muted wrap-anywhere">@{person.username}</span>
              <Marks person={person} />
            </li>
          ))}
        </ul>
      )}
      <p className="mt-10 max-w-[66ch] text-muted">
        To make someone a moderator, open their page. Admins can only be added or removed on the server’s
        command line, with <code>inkling admin grant</code>
        {' and '}
        <code>inkling admin revoke</code>.
      </p>
    </>
  );
}

/** What is unusual about an account. */
export const Marks = ({
  person: { isAdmin, isModerator, isSuspended, deletionDueAt },
}: {
  person: AdminPerson;
}) => (
  <>
    {isAdmin && <Badge>Admin</Badge>}
    {isModerator && !isAdmin && <Badge>Moderator</Badge>}
    {isSuspended && <Badge tone="accent">Suspended</Badge>}
    {deletionDueAt !== null && <Badge tone="accent">Deletion scheduled</Badge>}
  </>
);
