import { storyLimits } from '@inkling/contract/limits';
import type { Story } from '@inkling/contract/stories';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { DialogButtons, ErrorMessages } from '../../forms/form-footer.tsx';
import { useCallForm } from '../../forms/use-call-form.ts';
import { useOwnStory } from '../own-stories.api.ts';

interface Props {
  story: Story;
  /** Pauses the story's schedules, with a hiatus if the author tells readers of one. */
  pause?: (hiatus: { hiatusUntil: string | null; hiatusNote: string } | undefined) => Promise<unknown>;
  close: () => void;
}

/** Puts a story on hiatus, changes what readers see about it, or ends the hiatus. */
export function HiatusDialog({ story, pause, close }: Props) {
  const { setHiatus } = useOwnStory(story._id);
  const form = useCallForm({
    defaultValues: { tells: true, until: story.hiatusUntil ?? '', note: story.hiatusNote ?? '' },
    fallback: pause ? 'The schedules couldn’t be changed.' : 'The hiatus couldn’t be saved.',
    send: async ({ tells, until, note }) => {
      const hiatus = { hiatusUntil: until || null, hiatusNote: note };
      await (pause?.(tells ? hiatus : undefined) ?? setHiatus.mutateAsync({ isOnHiatus: true, ...hiatus }));
      close();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={pause ? 'Pause all schedules' : story.isOnHiatus ? 'Edit hiatus' : 'Put on hiatus'}
      description={
        pause
          ? 'Scheduled chapters won’t be published until you resume the schedules.'
          : 'Readers see this on the story’s page and in their list of followed stories. The hiatus ends when you publish a new chapter.'
      }
      initialFocus="field"
    >
      <form onSubmit={form.onSubmit} className="space-y-5">
        {pause && (
          <label className="flex min-h-11 items-center gap-3">
            <input type="checkbox" className="size-5 accent-(--accent)" {...form.register('tells')} />
            Tell readers that the story is on hiatus
          </label>
        )}
        {form.watch('tells') && (
          <>
            <TextField
              label="Expected return (optional)"
              type="date"
              hint="Leave empty if you don’t know yet."
              {...form.field('until')}
            />
            <TextField
              label="Note for readers (optional)"
              maxLength={storyLimits.hiatusNote}
              counter
              dir="auto"
              {...form.field('note')}
            />
          </>
        )}
        <ErrorMessages messages={form.errorMessages} />
        <div className="flex flex-wrap justify-end gap-3">
          {!pause && story.isOnHiatus && (
            <Button
              variant="ghost"
              className="me-auto max-sm:w-full max-sm:justify-start"
              busy={setHiatus.isPending}
              onClick={() => setHiatus.mutate({ isOnHiatus: false }, { onSuccess: close })}
            >
              End the hiatus
            </Button>
          )}
          <DialogButtons label={pause ? 'Pause' : 'Save'} busy={form.busy} onCancel={close} />
        </div>
      </form>
    </Dialog>
  );
}
