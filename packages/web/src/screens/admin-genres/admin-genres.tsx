import { zodResolver } from '@hookform/resolvers/zod';
import { createSubgenre, type Genre } from '@inkling/contract/genres';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { useDeleteGenre, useDeleteSubgenre, useGenreCalls } from '../../features/admin/admin.api.ts';
import { DialogButtons, ErrorMessages } from '../../features/forms/form-footer.tsx';
import { useCallForm } from '../../features/forms/use-call-form.ts';
import { genresQuery } from '../../features/genres/genres.api.ts';
import { AdminOnly } from '../../features/layout/admin-only.tsx';
import { pluralize } from '../../lib/format.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { pageTitle } from '../../lib/titles.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

/** The genres and subgenres, for admins. */
export default function AdminGenresScreen() {
  return (
    <AdminOnly heading="Genres">
      <Genres />
    </AdminOnly>
  );
}

export function Genres() {
  const query = useQuery(genresQuery);
  const [adding, setAdding] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className="max-w-3xl">
      <title>{pageTitle('Genres')}</title>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="font-serif text-3xl outline-none sm:text-4xl">
          Genres
        </h1>
        <Button variant="primary" onClick={() => setAdding(true)}>
          Add a genre
        </Button>
      </div>
      <Dialog open={adding} onOpenChange={setAdding} title="Add a genre" initialFocus="field">
        <GenreForm genre={null} onClose={() => setAdding(false)} />
      </Dialog>
      <QueryState query={query} fallback="Failed to fetch genres" pending={<TextSkeleton lines={10} />} />
      <ul aria-label="Genres" className="mt-6 divide-y divide-line border-y border-line empty:hidden">
        {query.data?.data.map((genre) => (
          <Row key={genre._id} genre={genre} heading={heading} />
        ))}
      </ul>
    </div>
  );
}

type Asked = 'edit' | 'subgenre' | 'delete' | null;

function Row({ genre, heading }: { genre: Genre; heading: RefObject<HTMLHeadingElement | null> }) {
  const { _id: id, name, description, subgenres, storyCount } = genre;
  const [asked, setAsked] = useState<Asked>(null);
  const [dropped, setDropped] = useState<Genre['subgenres'][number] | null>(null);
  const remove = useDeleteGenre();
  const removeSubgenre = useDeleteSubgenre();
  const row = useRef<HTMLLIElement>(null);
  const close = () => setAsked(null);
  return (
    <li ref={row} tabIndex={-1} className="space-y-2 py-4 outline-none">
      <h2 className="font-semibold wrap-anywhere">
        {name} <span className="font-normal text-muted">· {pluralize(storyCount, 'story', 'stories')}</span>
      </h2>
      {description !== '' && <p className="max-w-[66ch] text-muted wrap-anywhere">{description}</p>}
      <ul aria-label={`Subgenres of ${name}`} className="flex flex-wrap gap-2 empty:hidden">
        {subgenres.map((subgenre) => (
          <li
            key={subgenre._id}
            className="flex min-w-0 items-center rounded-full border border-line bg-raised ps-4 wrap-anywhere"
          >
            {subgenre.name}
            <IconButton icon={X} label={`Delete ${subgenre.name}`} onClick={() => setDropped(subgenre)} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button aria-label={`Edit ${name}`} onClick={() => setAsked('edit')}>
          Edit
        </Button>
        <Button aria-label={`Add a subgenre of ${name}`} onClick={() => setAsked('subgenre')}>
          Add a subgenre
        </Button>
        <Button aria-label={`Delete ${name}`} onClick={() => setAsked('delete')}>
          Delete
        </Button>
      </div>
      <Dialog open={asked === 'edit'} onOpenChange={close} title={`Edit ${name}`} initialFocus="field">
        <GenreForm genre={genre} onClose={close} />
      </Dialog>
      <Dialog
        open={asked === 'subgenre'}
        onOpenChange={close}
        title={`Add a subgenre of ${name}`}
        initialFocus="field"
      >
        <SubgenreForm id={id} onClose={close} />
      </Dialog>
      <ConfirmDialog
        open={asked === 'delete'}
        onOpenChange={close}
        title={`Delete ${name}?`}
        confirm="Delete"
        danger
        busy={remove.isPending}
        returnTo={heading}
        onConfirm={() => remove.mutate({ params: { id } }, { onSettled: close })}
      >
        <p>This also deletes its subgenres. You can’t delete a genre that stories use.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={dropped !== null}
        onOpenChange={() => setDropped(null)}
        title={`Delete ${dropped?.name}?`}
        confirm="Delete"
        danger
        busy={removeSubgenre.isPending}
        returnTo={row}
        onConfirm={() =>
          dropped &&
          removeSubgenre.mutate(
            { params: { id, subgenreId: dropped._id } },
            { onSettled: () => setDropped(null) },
          )
        }
      >
        <p>
          No stories will change. They belong to {name} (
          {pluralize(storyCount, 'published story', 'published stories')}), not to its subgenres.
        </p>
      </ConfirmDialog>
    </li>
  );
}

function GenreForm({ genre, onClose }: { genre: Genre | null; onClose: () => void }) {
  const { create, update } = useGenreCalls();
  const form = useCallForm({
    defaultValues: { name: genre?.name ?? '', description: genre?.description ?? '' },
    fallback: 'The genre wasn’t saved.',
    send: async (body) => {
      if (genre === null) await create.mutateAsync({ body });
      else await update.mutateAsync({ params: { id: genre._id }, body });
      onClose();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-4">
      <TextField
        label="Name"
        autoComplete="off"
        {...form.field('name', { required: 'Please enter a name.' })}
      />
      <TextArea label="Description" rows={4} {...form.field('description')} />
      <ErrorMessages messages={form.failure === undefined ? [] : [form.failure]} />
      <div className="flex flex-wrap justify-end gap-3">
        <DialogButtons label="Save" busyLabel="Saving…" busy={form.busy} onCancel={onClose} />
      </div>
    </form>
  );
}

function SubgenreForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { addSubgenre } = useGenreCalls();
  const form = useCallForm({
    defaultValues: { name: '' },
    resolver: zodResolver(createSubgenre.body),
    fallback: 'The subgenre wasn’t added.',
    send: async (body) => {
      await addSubgenre.mutateAsync({ params: { id }, body });
      onClose();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-4">
      <TextField label="Name" autoComplete="off" {...form.field('name')} />
      <ErrorMessages messages={form.failure === undefined ? [] : [form.failure]} />
      <div className="flex flex-wrap justify-end gap-3">
        <DialogButtons label="Add" busyLabel="Adding…" busy={form.busy} onCancel={onClose} />
      </div>
    </form>
  );
}
