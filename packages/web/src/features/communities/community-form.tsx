import type { CommunityCategory, CommunityRule } from '@inkling/contract/communities';
import { communityLimits } from '@inkling/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { type SyntheticEvent, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { footerClass } from '../../ui/dialog-footer.ts';
import { ChoiceField, SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ConflictNotice, DialogButtons, ErrorMessages } from '../forms/form-footer.tsx';
import type { useSavedForm } from '../forms/use-saved-form.ts';
import { CoverField } from '../stories/author/cover-field.tsx';
import { allMyStoriesQuery } from '../stories/own-stories.api.ts';
import { titleOf } from '../stories/story-text.ts';
import { categoryNames } from './community-card.tsx';
import { type CommunityValues, communityFieldNames, firstMessage } from './community-values.ts';

interface RulesFieldProps {
  value: CommunityRule[];
  onChange: (rules: CommunityRule[]) => void;
  /** What is wrong with the list, or with one of the rules. */
  errors: unknown;
}

/** The rules of a community: each with a title, and more about it if that is needed. */
function RulesField({ value, onChange, errors }: RulesFieldProps) {
  const add = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLFieldSetElement>(null);
  const errorsOf = (index: number) => (Array.isArray(errors) ? firstMessage(errors[index]) : undefined);
  useEffect(() => {
    if (errors !== undefined) box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);
  const set = (index: number, changes: Partial<CommunityRule>) =>
    onChange(value.map((rule, at) => (at === index ? { ...rule, ...changes } : rule)));
  return (
    <fieldset ref={box} className="space-y-3">
      <legend className="mb-1 font-semibold">Rules (optional)</legend>
      {value.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no other identity, and their fields no state
        <div key={index} className="space-y-2 rounded-md border border-line p-3">
          <TextField
            label={`Rule ${index + 1}`}
            value={rule.title}
            maxLength={communityLimits.ruleTitle}
            error={errorsOf(index)}
            dir="auto"
            onChange={({ target }) => set(index, { title: target.value })}
          />
          <TextArea
            label={`Details for rule ${index + 1} (optional)`}
            rows={2}
            value={rule.description}
            maxLength={communityLimits.ruleText}
            onChange={({ target }) => set(index, { description: target.value })}
          />
          <Button
            variant="ghost"
            onClick={() => {
              onChange(value.filter((_, at) => at !== index));
              add.current?.focus();
            }}
          >
            <Trash2 aria-hidden="true" className="size-5" />
            Remove rule {index + 1}
          </Button>
        </div>
      ))}
      {value.length < communityLimits.rules && (
        <Button ref={add} onClick={() => onChange([...value, { title: '', description: '' }])}>
          <Plus aria-hidden="true" className="size-5" />
          Add a rule
        </Button>
      )}
    </fieldset>
  );
}

interface Props {
  form: ReturnType<typeof useSavedForm<CommunityValues>>;
  /** Determines the drawn cover. */
  id: string;
  /** Whether the viewer is its founder, who alone changes some fields. */
  isFounder: boolean;
  /** Whether it is private already, which cannot be undone. */
  staysPrivate: boolean;
  onClose: () => void;
  /** The texts of the button that saves, and of it while it does. */
  submit: readonly [label: string, busy: string];
}

/** The form of a new community and of an existing one. Cancel discards what is typed. */
export function CommunityForm({ form, id, isFounder, staysPrivate, onClose, submit }: Props) {
  const { values, busy } = form;
  const set = <Name extends keyof CommunityValues>(name: Name, value: CommunityValues[Name]) =>
    form.setValues({ [name]: value } as Partial<CommunityValues>);
  const cancel = () => {
    form.discard();
    onClose();
  };
  /** Rules in which nothing is typed do not count. */
  const send = (event: SyntheticEvent) => {
    set(
      'rules',
      values.rules.filter(({ title, description }) => (title + description).trim() !== ''),
    );
    form.onSubmit(event);
  };
  return (
    <form onSubmit={send} noValidate className="space-y-5">
      <TextField
        label="Name"
        maxLength={communityLimits.name}
        dir="auto"
        required
        counter
        {...form.field('name')}
      />
      <TextArea
        label="Description"
        rows={4}
        maxLength={communityLimits.description}
        required
        {...form.field('description')}
      />
      <ChoiceField<CommunityCategory>
        label="Category"
        names={categoryNames}
        value={values.category}
        onChange={(category) => set('category', category)}
      />
      {isFounder && (
        <Switch
          framed
          label="Private"
          hint={
            staysPrivate
              ? 'It can’t be made public, so what members wrote stays between them.'
              : 'Only members can see its posts and members. People join by request or invitation. You can’t make it public later.'
          }
          checked={values.isPrivate}
          disabled={staysPrivate}
          onChange={({ target }) => set('isPrivate', target.checked)}
        />
      )}
      {isFounder && !values.isPrivate && (
        <Switch
          framed
          label="Search engines may list this community"
          hint="Either way, anyone with the link can read its posts. Communities of mature stories are never listed."
          checked={values.isIndexed}
          onChange={({ target }) => set('isIndexed', target.checked)}
        />
      )}
      {isFounder && <BelongsField value={values.belongs} onChange={(belongs) => set('belongs', belongs)} />}
      <CoverField
        of="community"
        value={values.image}
        onChange={(image) => set('image', image)}
        story={{ id, title: values.name || 'Community', author: categoryNames[values.category] }}
      />
      <RulesField
        value={values.rules}
        onChange={(rules) => set('rules', rules)}
        errors={form.formState.errors.rules}
      />
      <ConflictNotice conflicts={form.conflicts} names={communityFieldNames} discard="cancel" />
      <ErrorMessages messages={form.errorMessages} />
      <div className={`flex flex-wrap justify-end gap-3 ${footerClass}`}>
        <DialogButtons
          label={submit[0]}
          busyLabel={submit[1]}
          busy={busy}
          disabled={values.name.trim() === '' || values.description.trim() === ''}
          onCancel={cancel}
        />
      </div>
    </form>
  );
}

/** What a community belongs to: a story of its founder, its founder as an author, or nothing. Only authors are asked. */
function BelongsField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const stories = useQuery(allMyStoriesQuery).data ?? [];
  if (stories.length === 0 && value === '') return null;
  const shown = stories.filter(({ isPublished, _id }) => isPublished || _id === value);
  return (
    <SelectField
      label="Belongs to"
      hint="The story’s page or your profile will link to it. In a story’s community, posts can be marked with a chapter to avoid spoilers."
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">Nothing</option>
      <option value="author">Me, as an author</option>
      {shown.map((story) => (
        <option key={story._id} value={story._id}>
          {titleOf(story)}
        </option>
      ))}
      {value !== '' && value !== 'author' && !shown.some(({ _id }) => _id === value) && (
        <option value={value}>Its current story</option>
      )}
    </SelectField>
  );
}
