import type { Me } from '@inkling/contract/account';
import { useRef } from 'react';
import { Link } from 'react-router';
import { DeviceTokens } from '../../features/devices/device-tokens.tsx';
import { EreaderEmail } from '../../features/devices/ereader-email.tsx';
import { paths } from '../../lib/paths.ts';
import { useNear } from '../../lib/use-near.ts';

/** E-readers and apps that read with a token, loaded when they are scrolled near. */
export function DevicesSection({ me }: { me: Me }) {
  const container = useRef<HTMLDivElement>(null);
  const near = useNear(container);
  return (
    <div ref={container} className="space-y-4">
      <p className="text-muted">
        Read on an e-reader or in a reading app. Each one gets its own token, which lets it read what you can
        read and save your place, but nothing else. Tokens stop working when you change your password.{' '}
        <Link to={paths.devices} className="link">
          How to set up your device
        </Link>
      </p>
      {near && (
        <>
          <DeviceTokens username={me.username} />
          <h3 className="pt-4 font-semibold">Send to Kindle or PocketBook</h3>
          <p className="text-muted">
            Get new chapters of the stories you follow on your e-reader by email, if their authors allow
            EPUBs.
          </p>
          <EreaderEmail />
        </>
      )}
    </div>
  );
}
