import {
  type AnyAnnotation,
  type Highlight,
  type PassageBookmark,
  updateHighlight,
  updatePassageBookmark,
} from '@inkling/contract/annotations';
import { annotationLimits } from '@inkling/contract/limits';
import { type ReactNode, useState } from 'react';
import { useMe } from '../../lib/session.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { footerClass } from '../../ui/dialog-footer.ts';
import { TextArea, TextField } from '../../ui/field.tsx';
import { FormFailure } from '../forms/form-footer.tsx';
import { useSavedForm } from '../forms/use-saved-form.ts';
import { useUpdateBookmark, useUpdateHighlight } from './annotations.api.ts';
import { ColorField } from './color-field.tsx';
import { knownColor } from './colors.ts';
import { Quote } from './quote.tsx';
import { useDeletion } from './use-deletion.ts';

interface Props {
  /** One, or all those at the same place in the order in which they are shown. */
  annotations: AnyAnnotation[];
  language: string | undefined;
  onClose: () => void;
}

/** Shows an annotation and changes or deletes it. */
export function AnnotationDialog({ annotations, language, onClose }: Props) {
  const me = useMe();
  const [at, setAt] = useState(0);
  const { remove } = useDeletion();
  const annotation = annotations[at % annotations.length];
  if (annotation === undefined) return null;
  const name = annotation.kind === 'highlight' ? 'Highlight' : 'Bookmark';
  const several = annotations.length > 1;
  const form = {
    storageKey: inputKey(me?._id ?? '', `annotation/${annotation._id}`),
    onSaved: onClose,
    buttons: (
      <Button
        className="ms-auto"
        onClick={() => {
          onClose();
          remove(annotation);
        }}
      >
        Delete
      </Button>
    ),
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={several ? `${name} ${at + 1} of ${annotations.length}` : name}
      sheet
      initialFocus="title"
    >
      <div className="space-y-4">
        {several && <Button onClick={() => setAt((at + 1) % annotations.length)}>Show next</Button>}
        {annotation.isTextChanged && (
          <p className="rounded-md bg-notice px-4 py-3 text-on-notice">
            The author changed this passage: these words are no longer in the chapter.
          </p>
        )}
        {!annotation.isTextChanged && annotation.originalText !== null && (
          <p className="rounded-md bg-notice px-4 py-3 text-on-notice">
            Part of the passage changed: these are the words you selected.
          </p>
        )}
        <Quote
          text={annotation.originalText ?? annotation.selectedText}
          language={language}
          className="max-h-40 overflow-y-auto border-s-4 border-line ps-3"
        />
        {annotation.kind === 'highlight' ? (
          <HighlightForm key={annotation._id} highlight={annotation} {...form} />
        ) : (
          <BookmarkForm key={annotation._id} bookmark={annotation} {...form} />
        )}
      </div>
    </Dialog>
  );
}

interface FormProps {
  storageKey: string;
  onSaved: () => void;
  buttons: ReactNode;
}

function HighlightForm({ highlight, storageKey, onSaved, buttons }: FormProps & { highlight: Highlight }) {
  const update = useUpdateHighlight();
  const form = useSavedForm({
    storageKey,
    saved: { color: knownColor(highlight.color), note: highlight.note },
    schema: updateHighlight.body,
    fallback: 'Failed to save the highlight.',
    send: async (changes) => {
      await update.mutateAsync({ params: { id: highlight._id }, body: changes });
      onSaved();
    },
  });
  return (
    <form method="post" noValidate className="space-y-4" onSubmit={form.onSubmit}>
      <FormFailure message={form.failure} />
      <ColorField
        value={form.values.color}
        onChange={(color) => form.setValue('color', color)}
        disabled={form.busy}
      />
      <TextArea
        label="Note"
        hint="Only you can see this note."
        rows={4}
        maxLength={annotationLimits.note}
        {...form.field('note')}
      />
      <Footer busy={form.busy} buttons={buttons} />
    </form>
  );
}

/** What is typed into the field for tags, as a list. */
const tagsIn = (typed: string): string[] =>
  typed
    .split(/[,，、]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

function BookmarkForm({ bookmark, storageKey, onSaved, buttons }: FormProps & { bookmark: PassageBookmark }) {
  const update = useUpdateBookmark();
  const { title, note, tags } = bookmark;
  const form = useSavedForm({
    storageKey,
    saved: { title, note, tags },
    schema: updatePassageBookmark.body,
    fallback: 'Failed to save the bookmark.',
    send: async (changes) => {
      await update.mutateAsync({ params: { id: bookmark._id }, body: changes });
      onSaved();
    },
  });
  const [typedTags, setTypedTags] = useState(form.values.tags.join(', '));
  return (
    <form method="post" noValidate className="space-y-4" onSubmit={form.onSubmit}>
      <FormFailure message={form.failure} />
      <TextField label="Title" maxLength={annotationLimits.title} dir="auto" {...form.field('title')} />
      <TextField
        label="Tags"
        hint="Separate tags with commas."
        dir="auto"
        value={typedTags}
        error={form.errorOf('tags')}
        onChange={({ target }) => {
          setTypedTags(target.value);
          form.setValue('tags', tagsIn(target.value));
        }}
      />
      <TextArea
        label="Note"
        hint="Only you can see this note."
        rows={4}
        maxLength={annotationLimits.note}
        {...form.field('note')}
      />
      <Footer busy={form.busy} buttons={buttons} />
    </form>
  );
}

const Footer = ({ busy, buttons }: { busy: boolean; buttons: ReactNode }) => (
  <div className={`${footerClass} flex flex-wrap gap-3`}>
    <Button type="submit" variant="primary" busy={busy}>
      {busy ? 'Saving…' : 'Save'}
    </Button>
    {buttons}
  </div>
);
