import type { ChapterVersion } from '@inkling/contract/chapters';
import { chapterLimits } from '@inkling/contract/limits';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useNameVersion } from '../own-chapters.api.ts';

/** Names a version; an empty field removes the name. */
export function VersionNameForm({ id, version }: { id: string; version: ChapterVersion }) {
  const naming = useNameVersion();
  const [name, setName] = useState(version.name ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog is inside the editor's form.
    event.stopPropagation();
    naming.mutate({ params: { id, version: String(version.version) }, body: { name } });
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 grow basis-60">
        <TextField
          label="Name of this version"
          name="version-name"
          autoComplete="off"
          dir="auto"
          maxLength={chapterLimits.versionName}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </div>
      <Button type="submit" disabled={naming.isPending || name.trim() === (version.name ?? '')}>
        Save name
      </Button>
    </form>
  );
}
