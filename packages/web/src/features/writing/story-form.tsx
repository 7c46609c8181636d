import type { Story } from '@inkling/contract/stories';
import { useEffect } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { ApiError } from '../../lib/api.ts';
import { formKey, keepForm, readKept } from '../../lib/kept-form.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { GenrePicker } from '../genres/genre-picker.tsx';
import { CoverField } from './cover-field.tsx';
import { languages } from './languages.ts';

export interface StoryValues {
  title: string;
  description: string;
  genres: string[];
  coverImage: string | null;
  language: string;
  status: Story['status'];
  isAIGenerated: boolean;
}

const empty: StoryValues = {
  title: '',
  description: '',
  genres: [],
  coverImage: null,
  language: 'en',
  status: 'ongoing',
  isAIGenerated: false,
};

const valuesOf = (story: Story): StoryValues => ({
  title: story.title,
  description: story.description,
  genres: story.genres.map(({ _id }) => _id),
  coverImage: story.coverImage,
  language: story.language,
  status: story.status,
  isAIGenerated: story.isAIGenerated,
});

interface Props {
  /** The story to change; none for a new one. */
  story?: Story;
  submit: (values: StoryValues) => Promise<void>;
  label: string;
  onCancel?: () => void;
}

/** A story's title, description, genres, cover and the rest. What is typed is kept until it has been sent. */
export function StoryForm({ story, submit, label, onCancel }: Props) {
  const me = useMe();
  const key = me && formKey(me._id, story?._id ?? 'new-story');
  const form = useForm<StoryValues>({ defaultValues: story === undefined ? empty : valuesOf(story) });
  const { errors, isSubmitting } = form.formState;
  const [title, coverImage] = form.watch(['title', 'coverImage']);

  useEffect(() => {
    if (key === undefined) return;
    const kept = readKept<StoryValues>(key);
    if (kept !== null) form.reset({ ...form.getValues(), ...kept }, { keepDefaultValues: true });
    const { unsubscribe } = form.watch((values) => keepForm(key, values));
    return unsubscribe;
  }, [key, form]);

  const send = form.handleSubmit(async (values) => {
    try {
      await submit({ ...values, title: values.title.trim(), description: values.description.trim() });
      if (key) keepForm(key, null);
    } catch (error) {
      // Whoever sends it has told about the failure; here the fields say what to change.
      if (!(error instanceof ApiError)) return;
      for (const { path, message } of error.fields) {
        if (path in empty) form.setError(path as keyof StoryValues, { message }, { shouldFocus: true });
      }
    }
  });
  const cancel = () => {
    if (key) keepForm(key, null);
    onCancel?.();
  };
  const notBlank = (message: string) => (value: string) => value.trim() !== '' || message;

  return (
    <form onSubmit={send} noValidate className="max-w-2xl space-y-6">
      <TextField
        label="Title"
        maxLength={200}
        dir="auto"
        error={errors.title?.message}
        disabled={isSubmitting}
        required
        {...form.register('title', { validate: notBlank('Please enter a story title.') })}
      />
      <TextArea
        label="Description"
        hint="What makes somebody want to read it. No more than 5,000 characters."
        rows={6}
        maxLength={5000}
        error={errors.description?.message}
        disabled={isSubmitting}
        required
        {...form.register('description', { validate: notBlank('Please enter a story description.') })}
      />
      <Controller
        name="genres"
        control={form.control}
        rules={{
          validate: ({ length }) =>
            length === 0
              ? 'Please select at least one genre.'
              : length <= 5 || 'Please select no more than 5 genres.',
        }}
        render={({ field }) => (
          <GenrePicker value={field.value} onChange={field.onChange} error={errors.genres?.message} />
        )}
      />
      <CoverField
        value={coverImage}
        onChange={(address) => form.setValue('coverImage', address, { shouldDirty: true })}
        story={{
          id: story?._id ?? 'new-story',
          title: title || 'Untitled Story',
          author: me?.displayName ?? '',
        }}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <SelectField label="Language" disabled={isSubmitting} {...form.register('language')}>
          {languages(story?.language).map(({ tag, name }) => (
            <option key={tag} value={tag}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label="Status" disabled={isSubmitting} {...form.register('status')}>
          <option value="ongoing">Ongoing</option>
          <option value="completed">Completed</option>
          <option value="coming_soon">Coming Soon</option>
        </SelectField>
      </div>
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" className="size-5 accent-(--accent)" {...form.register('isAIGenerated')} />
        Part of this story was written by an AI; readers are told so
      </label>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {label}
        </Button>
        {onCancel && (
          <Button onClick={cancel} disabled={isSubmitting}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
