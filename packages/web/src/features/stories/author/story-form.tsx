import type { Me } from '@inkling/contract/account';
import type { FieldError } from '@inkling/contract/errors';
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
import { empty, type StoryValues, statuses, valuesOf } from './story-values.ts';

interface Props {
  /** The story to change; none for a new one. */
  story?: Story;
  /** Sends what is to change, of a new story everything; `values` is all that the form holds. */
  submit: (changes: Partial<StoryValues>, values: StoryValues) => Promise<void>;
  label: string;
  /** In a window: it has a way out, and its buttons stay in view. */
  onCancel?: () => void;
  /** What was typed has been thrown away. */
  onDiscard?: () => void;
}

/** What has to be put right before a story can be sent. */
function check({ title, description, genres }: StoryValues): FieldError[] {
  const faults: FieldError[] = [];
  const say = (path: keyof StoryValues, message: string) => faults.push({ path, message });
  if (title.trim() === '') say('title', 'Please enter a story title.');
  if (description.trim() === '') say('description', 'Please enter a story description.');
  if (genres.length === 0) say('genres', 'Please select at least one genre.');
  if (genres.length > 5) say('genres', 'Please select no more than 5 genres.');
  return faults;
}

const trimmed = <Some extends Partial<StoryValues>>(values: Some): Some => ({
  ...values,
  ...(values.title !== undefined && { title: values.title.trim() }),
  ...(values.description !== undefined && { description: values.description.trim() }),
});

/** A story's title, description, genres, cover and the rest. What is typed is kept until it has been sent. */
export function StoryForm(props: Props) {
  const me = useMe();
  return me === undefined ? <TextSkeleton lines={8} /> : <Fields me={me} {...props} />;
}

function Fields({ me, story, submit, label, onCancel, onDiscard }: Props & { me: Me }) {
  const form = useSavedForm<StoryValues>({
    keep: formKey(me._id, story?._id ?? 'new-story'),
    saved: story === undefined ? empty : valuesOf(story),
    check: (_changes, values) => check(values),
    send: async (changes, values) => {
      await submit(trimmed(changes), trimmed(values));
      return '';
    },
    // Whoever sends it tells about the failure; here the fields say what to change.
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
        maxLength={200}
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
        maxLength={5000}
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
      {story && <ConflictingFields fields={form.overtaken} story={story} onSettle={form.settle} />}
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
