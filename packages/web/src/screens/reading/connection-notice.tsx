import { Link } from 'react-router';
import { hasWorker } from '../../lib/has-worker.ts';
import { paths } from '../../lib/paths.ts';
import { connectionText, useConnection } from '../../lib/use-connection.ts';

/**
 * Says at the bottom of the window that there is no connection, and that the place is not lost; or what can be read, if
 * no chapter is shown (styles/reading-comfort.css).
 */
export function ConnectionNotice() {
  const connection = useConnection();
  return (
    // Below the chat, whose box for a message it would cover.
    <div role="status" className="edge-notice sticky bottom-0 z-11">
      {connection !== 'online' && (
        <p className="border-t border-line bg-notice px-4 py-2 text-center text-on-notice">
          {connectionText[connection]}{' '}
          <span className="place-note">Your place will be saved once the connection is back.</span>
          {hasWorker() && (
            <Link to={paths.keptOffline} className="kept-link underline">
              Read what is kept on this device
            </Link>
          )}
        </p>
      )}
    </div>
  );
}
