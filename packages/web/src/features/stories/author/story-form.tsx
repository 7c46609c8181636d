import type { Me } from '@inkling/contract/account';
import { storyLimits } from '@inkling/contract/limits';
import { type Story, storyBody } from '@inkling/contract/stories';
import { type Audience, audienceNames } from '@inkling/contract/story-labels';
import type { ReactNode } from 'react';
import { useMe } from '../../../lib/session.ts';
import { inputKey } from '../../../lib/stored-input.ts';
import { Button } from '../../../ui/button.tsx';
import { footerClass } from '../../../ui/dialog-footer.ts';
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx';
import { RadioField } from '../../../ui/radio-field.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { useSavedForm } from '../../forms/use-saved-form.ts';
import { GenrePicker } from '../../genres/genre-picker.tsx';
import { TagsField, tagHint } from '../labels/tags-field.tsx';
import { WarningsField } from '../labels/warnings-field.tsx';
import { statusNames } from '../story-text.ts';
import { ConflictingFields } from './conflicting-fields.tsx';
import { CoverField } from './cover-field.tsx';
import { languages } from './languages.ts';
import { emptyStory, type StoryValues, valuesOf } from './story-values.ts';

const audiences: Record<Audience, { name: string; meaning: string }> = {
  everyone: { name: audienceNames.everyone, meaning: 'Suitable for readers of all ages.' },
  teen: { name: audienceNames.teen, meaning: 'Some violence, mild romance or strong language.' },
  mature: {
    name: audienceNames.mature,
    meaning: 'For adults. Shown in lists only to readers who chose to see mature stories.',
  },
};

interface Props {
  /** The story to edit; undefined for a new one. */
  story?: Story;
  /** Sends the changes, for a new story all of them; `values` are all values of the form. */
  submit: (changes: Partial<StoryValues>, values: StoryValues) => Promise<void>;
  label: string;
  /** Shown above the buttons, such as why the story could not be started. */
  notice?: ReactNode;
  /** For a form in a dialog: adds a Cancel button and keeps the buttons visible. */
  onCancel?: () => void;
  /** Called after the input was discarded. */
  onDiscard?: () => void;
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

function Fields({ me, story, submit, label, notice, onCancel, onDiscard }: Props & { me: Me }) {
  const form = useSavedForm<StoryValues>({
    storageKey: inputKey(me._id, story?._id ?? 'new-story'),
    saved: story === undefined ? emptyStory : valuesOf(story),
    checksAll: true,
    schema: storyBody,
    send: async (changes, values) => {
      await submit(trimmed(changes), trimmed(values));
    },
    // The caller of `submit` shows failures; the form shows only field errors.
    fallback: '',
  });
  const { values, busy } = form;
  const discard = () => {
    form.discard();
    onDiscard?.();
  };
  const cancel = () => {
    discard();
    onCancel?.();
  };

  return (
    <form onSubmit={form.onSubmit} noValidate className="max-w-2xl space-y-6">
      {form.restored && <Restored busy={busy} onDiscard={discard} />}
      <TextField
        label="Title"
        maxLength={storyLimits.title}
        counter
        dir="auto"
        required
        {...form.field('title')}
      />
      <TextArea
        label="Description"
        hint="What’s it about, and why read it? Up to 5,000 characters."
        rows={6}
        maxLength={storyLimits.description}
        required
        {...form.field('description')}
      />
      <GenrePicker
        value={values.genres}
        onChange={(genres) => form.setValue('genres', genres)}
        error={form.errorOf('genres')}
      />
      <TagsField
        label="Tags"
        hint={`Words that readers might search for, such as slow burn or dragons. ${tagHint(storyLimits.tags)}`}
        value={values.tags}
        onChange={(tags) => form.setValue('tags', tags)}
        max={storyLimits.tags}
        error={form.errorOf('tags')}
      />
      <RadioField
        legend="Audience"
        options={audiences}
        value={values.audience}
        onChange={(audience) => form.setValue('audience', audience)}
      />
      <WarningsField
        legend="Content warnings"
        hint="What your story contains that readers may want to avoid."
        value={values.contentWarnings}
        onChange={(warnings) => form.setValue('contentWarnings', warnings)}
        error={form.errorOf('contentWarnings')}
      />
      <CoverField
        value={values.coverImage}
        onChange={(address) => form.setValue('coverImage', address)}
        story={{
          id: story?._id ?? 'new-story',
          title: values.title || 'Untitled Story',
          author: me.displayName,
        }}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <SelectField label="Language" {...form.register('language')} disabled={busy}>
          {languages(story?.language).map(({ tag, name }) => (
            // Browsers know some names otherwise than the server does.
            <option suppressHydrationWarning key={tag} value={tag}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label="Status" {...form.register('status')} disabled={busy}>
          {Object.entries(statusNames).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" className="size-5 accent-(--accent)" {...form.register('isAIGenerated')} />
        Parts of this story were written with AI (readers will see this)
      </label>
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" className="size-5 accent-(--accent)" {...form.register('allowsEbook')} />
        Readers may download this story as an EPUB
      </label>
      {story && <ConflictingFields fields={form.conflicts} story={story} onResolve={form.resolveConflict} />}
      {notice}
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
