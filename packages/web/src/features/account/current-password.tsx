import type { ComponentProps } from 'react';
import { PasswordField } from '../../ui/password-field.tsx';

interface CurrentPasswordProps extends Omit<ComponentProps<typeof PasswordField>, 'label'> {
  username: string;
  label?: string;
}

/** Asks for the account's password again. The hidden username lets password managers find the account. */
export const CurrentPassword = ({ username, label = 'Your password', ...field }: CurrentPasswordProps) => (
  <>
    <input type="text" autoComplete="username" value={username} readOnly hidden />
    <PasswordField label={label} autoComplete="current-password" required {...field} />
  </>
);
