import { CloudOff } from 'lucide-react';
import { Link } from 'react-router';
import { hasWorker } from '../../lib/has-worker.ts';
import { showNotice } from '../../lib/notify.ts';
import { paths } from '../../lib/paths.ts';
import { connectionText, useConnection } from '../../lib/use-connection.ts';
import { IconButton } from '../../ui/icon-button.tsx';

const placeNote = 'Everything is kept and saved later.';

/** In the reader's header: a sign that there is no connection. A press explains it. */
export function ConnectionSign() {
  const connection = useConnection();
  if (connection === 'online') return null;
  const text = connectionText[connection];
  return <IconButton icon={CloudOff} label={text} onClick={() => showNotice(`${text} ${placeNote}`)} />;
}

/**
 * Says that there is no connection: beside a chapter to screen readers only, as the header has a sign; without one at the
 * bottom of the window, with what can be read (styles/reading-comfort.css).
 */
export function ConnectionNotice() {
  const connection = useConnection();
  return (
    <div role="status" className="edge-notice">
      {connection !== 'online' && (
        <p className="border-t border-line bg-notice px-4 py-2 text-center text-on-notice">
          {connectionText[connection]} <span className="place-note">{placeNote}</span>
          {hasWorker() && (
            <Link to={paths.keptOffline} className="kept-link underline">
              Open your kept stories
            </Link>
          )}
        </p>
      )}
    </div>
  );
}
