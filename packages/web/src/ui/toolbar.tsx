import { Toolbar as Parts } from 'radix-ui';
import type { ReactElement } from 'react';

/** A row of tools: one stop of the Tab key, in which the arrow keys move the focus from `ToolbarItem` to `ToolbarItem`. */
export const Toolbar = Parts.Root;

/** A button of a toolbar. */
export const ToolbarItem = ({ children }: { children: ReactElement }) => (
  <Parts.Button asChild>{children}</Parts.Button>
);
