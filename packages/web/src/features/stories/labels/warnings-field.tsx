import { type ContentWarning, contentWarningNames } from '@inkling/contract/content-warnings';
import type { ComponentProps } from 'react';
import { CheckboxGroup } from '../../../ui/checkbox-group.tsx';

const options = Object.entries(contentWarningNames).map(([value, name]) => ({
  value: value as ContentWarning,
  name,
}));

/** Chooses content warnings. */
export const WarningsField = (
  field: Omit<ComponentProps<typeof CheckboxGroup<ContentWarning>>, 'options'>,
) => <CheckboxGroup options={options} {...field} />;
