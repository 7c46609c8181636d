import { chapterLimits } from '@inkling/contract/limits';
import { useNavigate } from 'react-router';
import { useSplitChapter } from '../../features/chapters/own-chapters.api.ts';
import { DialogButtons, ErrorMessages } from '../../features/forms/form-footer.tsx';
import { useCallForm } from '../../features/forms/use-call-form.ts';
import { paths } from '../../lib/paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';

/** Where a saved chapter is split: after this many paragraphs, at the block with `text`. */
export interface SplitPlace {
  paragraphs: number;
  text: string;
}

interface Props {
  chapter: { _id: string; story: string; title: string };
  baseVersion: number;
  place: SplitPlace;
  language: string;
  /** Runs the call, whose version is no conflict (use-chapter-editor.ts). */
  leaveWith: (call: () => Promise<void>) => Promise<void>;
  close: () => void;
}

/** Asks for the title of the chapter that begins at the caret. */
export function SplitDialog({ chapter, baseVersion, place, language, leaveWith, close }: Props) {
  const split = useSplitChapter();
  const navigate = useNavigate();
  const form = useCallForm({
    defaultValues: { title: `${chapter.title} (2)`.slice(0, chapterLimits.title) },
    fallback: 'Failed to split the chapter.',
    send: async ({ title }) => {
      const { paragraphs } = place;
      const body = { baseVersion, paragraphs, title };
      await leaveWith(async () => {
        await split.mutateAsync({ params: { id: chapter._id }, body });
      });
      void navigate(paths.writeStory(chapter.story));
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="Split this chapter?"
      description="From this paragraph on, the text moves into a new draft right after this chapter."
      initialFocus="field"
    >
      <form onSubmit={form.onSubmit} className="space-y-5">
        <p
          className="line-clamp-3 border-s-4 border-line ps-3 font-serif wrap-anywhere"
          lang={language}
          dir="auto"
        >
          {place.text}
        </p>
        <TextField
          label="Title of the new chapter"
          maxLength={chapterLimits.title}
          lang={language}
          dir="auto"
          {...form.field('title')}
        />
        <ErrorMessages messages={form.errorMessages} />
        <div className="flex flex-wrap justify-end gap-3">
          <DialogButtons label="Split" busy={form.busy} onCancel={close} />
        </div>
      </form>
    </Dialog>
  );
}
