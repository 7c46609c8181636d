import type { Me } from '@inkling/contract/account';
import type { FieldError } from '@inkling/contract/errors';
import { storyLimits } from '@inkling/contract/limits';
import type { Story } from '@inkling/contract/stories';
import { formKey } from '../../../lib/persisted-form.ts';
import { useMe } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { footerClass } from '../../../ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { useSavedForm } from '../../forms/use-saved-form.ts';
import { GenrePicker } from '../../genres/genre-picker.tsx';
import { ConflictingFields } from './conflicting-fields.tsx';
import { CoverField } from './cover-field.tsx';
import { languages } from './languages.ts';
import { emptyStory, type StoryValues, statuses, valuesOf } from './story-values.ts';

interface Props {
  /** The story to edit; undefined for a new one. */
  story?: Story;
  /** Sends the changes, for a new story all of them; `values` are all values of the form. */
  submit: (changes: Partial<StoryValues>, values: StoryValues) => Promise<void>;
  label: string;
  /** For a form in a dialog: adds a Cancel button and keeps the buttons visible. */
  onCancel?: () => void;
  /** Called after the input was discarded. */
  onDiscard?: () => void;
}

/** Validates a story before it is sent. */
function check({ title, description, genres }: StoryValues): FieldError[] {
  const errors: FieldError[] = [];
  const report = (path: keyof StoryValues, message: string) => errors.push({ path, message });
  if (title.trim() === '') report('title', 'Please enter a story title.');
  if (description.trim() === '') report('description', 'Please enter a story description.');
  if (genres.length === 0) report('genres', 'Please select at least one genre.');
  if (genres.length > 5) report('genres', 'Please select no more than 5 genres.');
  return errors;
}

const trimmed = <Some extends Partial<StoryValues>>(values: Some): Some => ({
  ...values,
  ...(values.title !== undefined && { title: values.title.trim() }),
  ...(values.description !== undefined && { description: values.description.trim() }),
});

/** Edits a story's metadata. The input is stored until it has been saved. */
export function StoryForm(props: Props) {
  const me = useMe();
  return me === undefined ? <TextSkeleton lines={8} /> : <Fields me={me} {...props} />;
}

function Fields({ me, story, submit, label, onCancel, onDiscard }: Props & { me: Me }) {
  const form = useSavedForm<StoryValues>({
    storageKey: formKey(me._id, story?._id ?? 'new-story'),
    saved: story === undefined ? emptyStory : valuesOf(story),
    check: (_changes, values) => check(values),
    send: async (changes, values) => {
      await submit(trimmed(changes), trimmed(values));
      return '';
    },
    // The caller of `submit` shows failures; the form shows only field errors.
    fallback: '',
  });
  const { values, set, busy, errorOf } = form;
  const discard = () => {
    form.discard();
    onDiscard?.();
  };
  const cancel = () => {
    discard();
    onCancel?.();
  };

  return (
    <form ref={form.form} onSubmit={form.onSubmit} noValidate className="max-w-2xl space-y-6">
      {form.restored && <Restored busy={busy} onDiscard={discard} />}
      <TextField
        label="Title"
        name="title"
        maxLength={storyLimits.title}
        dir="auto"
        value={values.title}
        error={errorOf('title')}
        readOnly={busy}
        required
        onChange={(event) => set('title', event.target.value)}
      />
      <TextArea
        label="Description"
        name="description"
        hint="What’s it about, and why read it? Up to 5,000 characters."
        rows={6}
        maxLength={storyLimits.description}
        value={values.description}
        error={errorOf('description')}
        readOnly={busy}
        required
        onChange={(event) => set('description', event.target.value)}
      />
      <GenrePicker
        value={values.genres}
        onChange={(genres) => set('genres', genres)}
        error={errorOf('genres')}
      />
      <CoverField
        value={values.coverImage}
        onChange={(address) => set('coverImage', address)}
        story={{
          id: story?._id ?? 'new-story',
          title: values.title || 'Untitled Story',
          author: me.displayName,
        }}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <SelectField
          label="Language"
          name="language"
          value={values.language}
          disabled={busy}
          onChange={(event) => set('language', event.target.value)}
        >
          {languages(story?.language).map(({ tag, name }) => (
            <option key={tag} value={tag}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Status"
          name="status"
          value={values.status}
          disabled={busy}
          onChange={(event) => {
            const status = statuses.find(({ value }) => value === event.target.value);
            if (status) set('status', status.value);
          }}
        >
          {statuses.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="isAIGenerated"
          className="size-5 accent-(--accent)"
          checked={values.isAIGenerated}
          onChange={(event) => set('isAIGenerated', event.target.checked)}
        />
        Parts of this story were written with AI (readers will see this)
      </label>
      {story && <ConflictingFields fields={form.conflicts} story={story} onResolve={form.resolveConflict} />}
      <div className={onCancel ? `flex flex-wrap gap-3 ${footerClass}` : 'flex flex-wrap gap-3'}>
        <Button type="submit" variant="primary" busy={busy}>
          {label}
        </Button>
        {onCancel && (
          <Button onClick={cancel} disabled={busy}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

function Restored({ busy, onDiscard }: { busy: boolean; onDiscard: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line bg-notice px-4 py-3 text-on-notice"
    >
      <p>We restored what you typed.</p>
      <Button variant="ghost" disabled={busy} onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}
