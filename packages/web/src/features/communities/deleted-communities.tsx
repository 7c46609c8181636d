import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { LocalDate } from '../../lib/local-date.tsx';
import { Button } from '../../ui/button.tsx';
import { deletedQuery, useRestoreCommunity } from './communities.api.ts';

/** The communities that the reader deleted and can restore, or one of them by its id. Nothing without any. */
export function DeletedCommunities({ id }: { id?: string }) {
  const all = useQuery(deletedQuery).data?.data ?? [];
  const shown = id === undefined ? all : all.filter(({ _id }) => _id === id);
  const restore = useRestoreCommunity();
  if (shown.length === 0) return null;
  const Heading = id === undefined ? 'h2' : 'h1';
  return (
    <section aria-labelledby="deleted-communities" className="mb-10 max-w-3xl">
      <Heading id="deleted-communities" className="font-serif text-2xl">
        {id === undefined ? 'Your deleted communities' : 'You deleted this community'}
      </Heading>
      <ul className="mt-2 divide-y divide-line">
        {shown.map(({ _id, name, deletedAt, eraseAt }) => (
          <li key={_id} className="flex flex-wrap items-center gap-x-5 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-52">
              <p className="font-semibold wrap-anywhere" dir="auto">
                {name}
              </p>
              <p className="text-sm text-muted">
                Deleted <LocalDate iso={deletedAt} /> · can be restored until <LocalDate iso={eraseAt} />
              </p>
            </div>
            <Button
              busy={restore.isPending && restore.variables.params.id === _id}
              aria-label={`Restore ${name}`}
              onClick={() => restore.mutate({ params: { id: _id } })}
            >
              <Undo2 aria-hidden="true" className="size-5" />
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
