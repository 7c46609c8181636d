import type { ChapterVersion } from '@inkling/contract/chapters';
import { chapterLimits } from '@inkling/contract/limits';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { useCallForm } from '../../forms/use-call-form.ts';
import { useNameVersion } from '../own-chapters.api.ts';

/** Names a version; an empty field removes the name. */
export function VersionNameForm({ id, version }: { id: string; version: ChapterVersion }) {
  const naming = useNameVersion();
  const form = useCallForm({
    defaultValues: { name: version.name ?? '' },
    fallback: 'Failed to save the name.',
    send: (body) => naming.mutateAsync({ params: { id, version: String(version.version) }, body }),
  });
  return (
    <form onSubmit={form.onSubmit} className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 grow basis-60">
        <TextField
          label="Name of this version"
          autoComplete="off"
          dir="auto"
          maxLength={chapterLimits.versionName}
          {...form.field('name')}
          error={form.failure}
        />
      </div>
      <Button type="submit" disabled={form.busy || form.watch('name').trim() === (version.name ?? '')}>
        Save name
      </Button>
    </form>
  );
}
