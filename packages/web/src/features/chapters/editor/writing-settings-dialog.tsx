import { type FormEvent, useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { DialogButtons } from '../../forms/form-footer.tsx';
import { changeEditorSettings, maxDailyGoal, useEditorSettings } from './editor-settings.ts';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The goal that was typed; null for none, undefined if it is not a goal. */
function goalOf(typed: string): number | null | undefined {
  const trimmed = typed.trim();
  if (trimmed === '' || trimmed === '0') return null;
  const goal = Number(trimmed);
  return Number.isInteger(goal) && goal > 0 && goal <= maxDailyGoal ? goal : undefined;
}

/** The editor's settings on this device. */
export function WritingSettingsDialog({ open, onOpenChange }: Props) {
  const { smartPunctuation, dailyGoal } = useEditorSettings();
  const [isSmart, setIsSmart] = useState(smartPunctuation);
  const [typed, setTyped] = useState(dailyGoal === null ? '' : String(dailyGoal));
  const [error, setError] = useState<string>();
  const save = (event: FormEvent) => {
    event.preventDefault();
    // The dialog is a child of the chapter's form for React.
    event.stopPropagation();
    const goal = goalOf(typed);
    if (goal === undefined)
      return setError(
        `Please enter a whole number up to ${maxDailyGoal.toLocaleString('en')}, or leave this empty.`,
      );
    changeEditorSettings({ smartPunctuation: isSmart, dailyGoal: goal });
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Writing settings"
      description="They apply to all your stories on this device."
    >
      <form onSubmit={save} noValidate className="space-y-5">
        <Switch
          framed
          label="Smart punctuation"
          hint="Quotation marks, apostrophes, dashes and … are set while you type, as the story’s language uses them. Backspace undoes one."
          checked={isSmart}
          onChange={(event) => setIsSmart(event.target.checked)}
        />
        <TextField
          label="Words a day (optional)"
          hint="The editor shows how many words you have added today on this device. Leave it empty for no goal."
          error={error}
          inputMode="numeric"
          value={typed}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.target.value);
            setError(undefined);
          }}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <DialogButtons label="Save settings" busy={false} onCancel={() => onOpenChange(false)} />
        </div>
      </form>
    </Dialog>
  );
}
