import type { Me } from '@inkling/contract/account';
import { useRef } from 'react';
import { DeviceTokens } from '../../features/devices/device-tokens.tsx';
import { useNear } from '../../lib/use-near.ts';

/** E-readers and apps that read with a token, loaded when they are scrolled near. */
export function DevicesSection({ me }: { me: Me }) {
  const container = useRef<HTMLDivElement>(null);
  const near = useNear(container);
  return (
    <div ref={container} className="space-y-4">
      <p className="text-muted">
        Read on an e-reader or in a reading app. Each gets a token of its own, with which it can read what you
        can read, but change nothing in your account. If you change your password, tokens stop working.
      </p>
      {near && <DeviceTokens username={me.username} />}
    </div>
  );
}
