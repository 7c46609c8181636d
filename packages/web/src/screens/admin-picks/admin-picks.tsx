import type { PickList } from '@inkling/contract/picks';
import { idsIn } from '../../features/admin/text-id.ts';
import { ErrorMessages } from '../../features/forms/form-footer.tsx';
import { useCallForm } from '../../features/forms/use-call-form.ts';
import { AdminOnly } from '../../features/layout/admin-only.tsx';
import { listNames, Picks } from '../../features/stories/pick-control.tsx';
import { useAddPick } from '../../features/stories/picks.api.ts';
import { pageTitle } from '../../lib/titles.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';

/** The lists of stories that admins pick. */
export default function AdminPicksScreen() {
  return (
    <AdminOnly heading="Picks">
      <title>{pageTitle('Picks')}</title>
      <div className="max-w-3xl space-y-10">
        <header>
          <h1 className="font-serif text-3xl sm:text-4xl">Picks</h1>
          <p className="mt-2 max-w-[66ch] text-muted">
            Readers see picked stories in this order. Featured stories come first on the landing page.
          </p>
        </header>
        <EditedList list="featured" />
        <EditedList list="editors-picks" />
      </div>
    </AdminOnly>
  );
}

export const EditedList = ({ list }: { list: PickList }) => (
  <div className="space-y-4">
    <Picks list={list} />
    <AddStory list={list} />
  </div>
);

function AddStory({ list }: { list: PickList }) {
  const add = useAddPick(list);
  const form = useCallForm({
    defaultValues: { story: '' },
    fallback: 'The story wasn’t added.',
    send: async ({ story }) => {
      await add.mutateAsync({ params: { list, id: idsIn(story)[0] ?? '' }, body: {} });
      form.reset();
      return 'Added.';
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-3">
      <TextField
        label={`Add a story to ${listNames[list]}`}
        hint="Paste its address on this site, or its ID."
        autoComplete="off"
        spellCheck={false}
        {...form.field('story', {
          validate: (typed: string) => idsIn(typed).length > 0 || 'Please paste the address of a story.',
        })}
      />
      <ErrorMessages messages={form.failure === undefined ? [] : [form.failure]} />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={form.busy}>
          Add
        </Button>
        <p role="status" className="text-muted">
          {form.done}
        </p>
      </div>
    </form>
  );
}
