import type { CommunityRule } from '@inkling/contract/communities';
import { communityLimits } from '@inkling/contract/limits';
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { firstMessage } from './community-values.ts';

interface Props {
  value: CommunityRule[];
  onChange: (rules: CommunityRule[]) => void;
  /** What is wrong with the list, or with one of the rules. */
  errors: unknown;
}

/** The rules of a community: each with a title, and more about it if that is needed. */
export function RulesField({ value, onChange, errors }: Props) {
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
