import { reportLimits } from '@inkling/contract/limits';
import { maxTakedowns, type Takedown } from '@inkling/contract/measures';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { takedownsQuery, useReinstate, useTakeDown } from '../../features/admin/admin.api.ts';
import { idsIn } from '../../features/admin/text-id.ts';
import { ErrorMessages } from '../../features/forms/form-footer.tsx';
import { useCallForm } from '../../features/forms/use-call-form.ts';
import { AdminOnly } from '../../features/layout/admin-only.tsx';
import { LocalDate } from '../../lib/local-date.tsx';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { pageTitle } from '../../lib/titles.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

/** The stories and chapters that are taken down, for admins and moderators. */
export default function AdminTakedownsScreen() {
  return (
    <AdminOnly heading="Takedowns" forModerators>
      <Takedowns />
    </AdminOnly>
  );
}

export function Takedowns() {
  const [address, setAddress] = useState('');
  const query = useQuery({ ...takedownsQuery(idsIn(address).at(-1)), placeholderData: keepPreviousData });
  const reinstate = useReinstate();
  const [lifted, setLifted] = useState<Takedown | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const data = query.data?.data;
  return (
    <div className="max-w-3xl">
      <title>{pageTitle('Takedowns')}</title>
      <h1 ref={heading} tabIndex={-1} className="font-serif text-3xl outline-none sm:text-4xl">
        Takedowns
      </h1>
      <p className="mt-2 max-w-[66ch] text-muted">
        When a story or chapter is taken down, only its author can see it, and they can’t publish it.
      </p>
      <TakeDownForm />
      <QueryState
        query={query}
        fallback="Failed to fetch the takedowns"
        pending={<TextSkeleton lines={6} />}
      />
      <div className="mt-8">
        <TextField
          label="Find by address"
          hint={`The list shows the latest ${maxTakedowns}. To find an older one, paste its story’s or chapter’s address.`}
          autoComplete="off"
          spellCheck={false}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
      </div>
      {data?.length === 0 && (
        <p className="mt-6 text-muted">
          {idsIn(address).length > 0 ? 'Nothing at this address is taken down.' : 'Nothing is taken down.'}
        </p>
      )}
      <ul aria-label="Takedowns" className="mt-6 divide-y divide-line border-line empty:hidden">
        {data?.map((text) => (
          <li key={text._id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
              <p>
                <bdi className="font-semibold">{text.title}</bdi>
                <span className="text-muted">
                  {text.kind === 'chapter' && (
                    <>
                      {' '}
                      in <bdi>{text.story.title}</bdi>
                    </>
                  )}{' '}
                  by{' '}
                  <Link to={paths.person(text.author)} className="link">
                    @{text.author}
                  </Link>{' '}
                  · since <LocalDate iso={text.since} />
                </span>
              </p>
              <p dir="auto" className="mt-1 max-w-[66ch] whitespace-pre-line text-muted">
                {text.reason}
              </p>
            </div>
            <Button aria-label={`Lift the takedown of ${text.title}`} onClick={() => setLifted(text)}>
              Lift
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={lifted !== null}
        onOpenChange={() => setLifted(null)}
        title={`Lift the takedown of “${lifted?.title}”?`}
        confirm="Lift"
        busy={reinstate.isPending}
        returnTo={heading}
        onConfirm={() =>
          lifted && reinstate.mutate({ params: { id: lifted._id } }, { onSettled: () => setLifted(null) })
        }
      >
        <p>It’ll be published again if it was before. The author will get an email.</p>
      </ConfirmDialog>
    </div>
  );
}

function TakeDownForm() {
  const takeDown = useTakeDown();
  const form = useCallForm({
    defaultValues: { text: '', reason: '' },
    fallback: 'It wasn’t taken down.',
    send: async ({ text, reason }) => {
      await takeDown.mutateAsync({
        params: { id: idsIn(text).at(-1) ?? '' },
        body: { reason: reason.trim() },
      });
      form.reset();
      return 'Taken down. The author will get an email.';
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate className="mt-6 space-y-4">
      <TextField
        label="Story or chapter"
        hint="Paste its address on this site, or its ID."
        autoComplete="off"
        spellCheck={false}
        {...form.field('text', {
          validate: (typed: string) =>
            idsIn(typed).length > 0 || 'Please paste the address of a story or chapter.',
        })}
      />
      <TextArea
        label="Reason"
        rows={3}
        hint="The author will see this, and can appeal."
        maxLength={reportLimits.text}
        {...form.field('reason', { required: 'Please tell the author why.' })}
      />
      <ErrorMessages messages={form.failure === undefined ? [] : [form.failure]} />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="danger" busy={form.busy}>
          Take down
        </Button>
        <p role="status" className="text-muted">
          {form.done}
        </p>
      </div>
    </form>
  );
}
