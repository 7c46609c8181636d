import type { ComponentProps } from 'react';

/** Whether followers are told of a chapter that is published. */
export const AnnounceField = ({
  label = 'Announce it to followers',
  ...box
}: ComponentProps<'input'> & { label?: string }) => (
  <label className="flex min-h-11 cursor-pointer items-center gap-3 text-text">
    <input type="checkbox" {...box} className="size-5 shrink-0 accent-(--accent)" />
    {label}
  </label>
);
