import type { ReactNode } from 'react';
import { connectionText, useConnection } from '../../lib/use-connection.ts';

/** Buttons that cannot be pressed without a connection. */
export const NeedsConnection = ({ children }: { children: ReactNode }) => (
  <fieldset disabled={useConnection() !== 'online'} className="contents">
    {children}
  </fieldset>
);

/** Says why these buttons cannot be pressed. */
export function ConnectionReason() {
  const connection = useConnection();
  return (
    <p role="status" className="basis-full text-sm text-muted empty:hidden">
      {connection !== 'online' &&
        `${connectionText[connection]} Some buttons need a connection and are switched off.`}
    </p>
  );
}
