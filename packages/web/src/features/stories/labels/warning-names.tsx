import { contentWarningNames } from '@inkling/contract/content-warnings';
import type { Story } from '@inkling/contract/stories';

/** A story's content warnings in one sentence, for a small space. */
export const WarningNames = ({ warnings }: { warnings: Story['contentWarnings'] }) =>
  warnings.length === 0 ? null : (
    <p className="mt-1 text-sm text-muted">
      <span className="font-semibold">Content warnings:</span>{' '}
      {warnings.map((warning) => contentWarningNames[warning]).join(', ')}
    </p>
  );
