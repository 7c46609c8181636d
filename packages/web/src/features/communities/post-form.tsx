import { type CommunityPost, createPost, updatePost } from '@inkling/contract/communities';
import { communityLimits } from '@inkling/contract/limits';
import type { Author } from '@inkling/contract/users';
import { type SyntheticEvent, useEffect, useRef } from 'react';
import { TextArea, TextField } from '../../ui/field.tsx';
import { ConflictNotice, DialogButtons, ErrorMessages } from '../forms/form-footer.tsx';
import { useSavedForm } from '../forms/use-saved-form.ts';
import { NameSuggestions } from '../users/name-suggestions.tsx';
import { UpToChapterField } from './chapter-field.tsx';
import { membersNamed, useCreatePost, useUpdatePost } from './communities.api.ts';
import { firstMessage } from './community-values.ts';

/** What the form of a post holds. `chapterId`: the chapter up to which it is about the story. */
interface PostValues {
  title: string;
  content: string;
  tags: string[];
  chapterId: string | null;
  /** Whether it is an announcement. */
  isPinned: boolean;
}

const fieldNames: Record<keyof PostValues, string> = {
  title: 'title',
  content: 'content',
  tags: 'tags',
  chapterId: 'chapter',
  isPinned: 'announcement',
};

const empty: PostValues = { title: '', content: '', tags: [], chapterId: null, isPinned: false };

/** Tags are separated by commas; empty ones do not count. */
const tagsIn = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** As they are shown and edited: the field joins them with commas. */
const spaced = (tags: readonly string[]): string[] => tags.map((tag, at) => (at === 0 ? tag : ` ${tag}`));

const sentValues = <Some extends Partial<PostValues>>({ tags, ...values }: Some) => ({
  ...values,
  ...(tags !== undefined && { tags: tags.flatMap(tagsIn) }),
});

interface NewProps {
  communityId: string;
  /** The story to which the community belongs. */
  storyId: string | undefined;
  people: readonly Author[];
  /** Whether the writer is founder or moderator. */
  canPin: boolean;
  storageKey: string;
  takesFocus: boolean;
  onDone: () => void;
}

/** Writes a post. What is typed survives a failure, a reload and the end of the session; Cancel discards it. */
export function NewPostForm({
  communityId,
  storyId,
  people,
  canPin,
  storageKey,
  takesFocus,
  onDone,
}: NewProps) {
  const create = useCreatePost(communityId, storageKey);
  const form = useSavedForm<PostValues>({
    storageKey,
    saved: empty,
    checksAll: true,
    schema: createPost.body,
    send: async (_changes, values) => {
      await create.mutateAsync(sentValues(values));
      onDone();
    },
    fallback: 'Your post wasn’t published. Your text is still here.',
  });
  return (
    <Fields
      {...{ form, communityId, storyId, people, canPin, takesFocus }}
      onClose={onDone}
      submit={['Post', 'Posting…']}
    />
  );
}

interface EditProps {
  post: CommunityPost;
  people: readonly Author[];
  storyId: string | undefined;
  storageKey: string;
  takesFocus: boolean;
  onDone: () => void;
}

/** Edits one's own post in its place. */
export function EditPostForm({ post, people, storyId, storageKey, takesFocus, onDone }: EditProps) {
  const update = useUpdatePost(post);
  const { title, content, tags, chapter } = post;
  const form = useSavedForm<PostValues>({
    storageKey,
    saved: {
      title: title ?? '',
      content: content ?? '',
      tags: spaced(tags),
      chapterId: chapter?._id ?? null,
      isPinned: false,
    },
    schema: updatePost.body,
    send: async (changes) => {
      await update.mutateAsync(sentValues(changes));
      onDone();
    },
    fallback: 'Failed to save the post. Your text is still here.',
  });
  return (
    <Fields
      {...{ form, storyId, people, takesFocus }}
      communityId={post.community}
      onClose={onDone}
      submit={['Save', 'Saving…']}
    />
  );
}

interface FieldsProps {
  form: ReturnType<typeof useSavedForm<PostValues>>;
  communityId: string;
  storyId: string | undefined;
  /** Whose names are suggested after '@'. */
  people: readonly Author[];
  canPin?: boolean;
  /** Whether it was opened to be typed in. */
  takesFocus: boolean;
  onClose: () => void;
  submit: readonly [label: string, busy: string];
}

function Fields({
  form,
  communityId,
  storyId,
  people,
  canPin = false,
  takesFocus,
  onClose,
  submit,
}: FieldsProps) {
  const { values, busy } = form;
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.querySelector('input')?.focus();
  }, [takesFocus]);
  const cancel = () => {
    form.discard();
    onClose();
  };
  const cleanTags = () => form.setValues({ tags: spaced(values.tags.flatMap(tagsIn)) });
  const submitClean = (event: SyntheticEvent) => {
    cleanTags();
    form.onSubmit(event);
  };
  return (
    <form ref={box} onSubmit={submitClean} noValidate className="max-w-3xl space-y-4">
      <TextField
        label="Title"
        maxLength={communityLimits.postTitle}
        dir="auto"
        required
        counter
        {...form.field('title')}
      />
      <NameSuggestions people={people} more={membersNamed(communityId)}>
        <TextArea
          label="Content"
          hint="Begin lines with - or 1. for a list, or with > for a quotation. Type @ to mention someone."
          rows={6}
          className="field-sizing-content max-h-[60dvh] min-h-40"
          maxLength={communityLimits.postContent}
          required
          {...form.field('content')}
        />
      </NameSuggestions>
      <TextField
        label="Tags (optional)"
        hint={`Up to ${communityLimits.tags}, separated by commas.`}
        value={values.tags.join(',')}
        dir="auto"
        readOnly={busy}
        error={firstMessage(form.formState.errors.tags)}
        // As typed: what the commas separate is cleaned when it is sent.
        onChange={({ target }) =>
          form.setValues({ tags: target.value === '' ? [] : target.value.split(',') })
        }
        onBlur={cleanTags}
      />
      {storyId !== undefined && (
        <UpToChapterField
          storyId={storyId}
          value={values.chapterId}
          onChange={(chapterId) => form.setValues({ chapterId })}
        />
      )}
      {canPin && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 accent-accent"
            checked={values.isPinned}
            onChange={({ target }) => form.setValues({ isPinned: target.checked })}
          />
          Announcement: pin this post and notify members
        </label>
      )}
      <ConflictNotice conflicts={form.conflicts} names={fieldNames} discard="cancel" />
      <ErrorMessages messages={form.errorMessages} />
      <div className="flex flex-wrap justify-end gap-3">
        <DialogButtons
          label={submit[0]}
          busyLabel={submit[1]}
          busy={busy}
          disabled={values.title.trim() === '' || values.content.trim() === ''}
          onCancel={cancel}
        />
      </div>
    </form>
  );
}
