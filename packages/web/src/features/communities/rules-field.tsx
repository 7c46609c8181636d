import type { CommunityRule } from '@inkling/contract/communities';
import { communityLimits } from '@inkling/contract/limits';
import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';

interface Props {
  value: CommunityRule[];
  onChange: (rules: CommunityRule[]) => void;
  error: string | undefined;
}

/** The rules of a community: each with a title, and more about it if that is needed. */
export function RulesField({ value, onChange, error }: Props) {
  const add = useRef<HTMLButtonElement>(null);
  const set = (index: number, changes: Partial<CommunityRule>) =>
    onChange(value.map((rule, at) => (at === index ? { ...rule, ...changes } : rule)));
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1 font-semibold">Rules (optional)</legend>
      {value.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no other identity, and their fields no state
        <div key={index} className="space-y-2 rounded-md border border-line p-3">
          <TextField
            label={`Rule ${index + 1}`}
            value={rule.title}
            maxLength={communityLimits.ruleTitle}
            dir="auto"
            onChange={({ target }) => set(index, { title: target.value })}
          />
          <TextArea
            label={`More about rule ${index + 1} (optional)`}
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
      {error !== undefined && <p className="text-sm text-danger-text">{error}</p>}
      {value.length < communityLimits.rules && (
        <Button ref={add} onClick={() => onChange([...value, { title: '', description: '' }])}>
          <Plus aria-hidden="true" className="size-5" />
          Add a rule
        </Button>
      )}
    </fieldset>
  );
}
