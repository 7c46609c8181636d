import { useCallback, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type Connection, isServerThere, reportUnreachable } from '../../lib/connection.ts';
import { safeRedirect } from '../../lib/paths.ts';
import { connectionText, useConnection } from '../../lib/use-connection.ts';
import { Button } from '../../ui/button.tsx';
import { useKnownTitle } from './known-title.ts';
import { useOfflineStories } from './use-offline-stories.ts';

/** Opens the page that could not be shown without a connection: when asked to, and once the connection is back. */
function useWantedPage(connection: Connection) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const given = search.get('unavailable');
  const wanted = given ? safeRedirect(given) : null;
  const open = useCallback(async () => {
    if (wanted === null) return;
    setAsking(true);
    // That the browser has a network does not mean that the server is there.
    if (await isServerThere()) await navigate(wanted, { replace: true });
    else reportUnreachable();
    setAsking(false);
  }, [wanted, navigate]);
  useEffect(() => {
    if (connection === 'online') void open();
  }, [connection, open]);
  return { wanted, asking, open };
}

/** The story of an address. */
const storyIn = /^\/(?:story|reading)\/([\w-]+)/;

/** Says above the library's lists why another page has led here, and what can be read without a connection. */
export function OfflineNotice() {
  const connection = useConnection();
  const { wanted, asking, open } = useWantedPage(connection);
  const title = useKnownTitle(storyIn.exec(wanted ?? '')?.[1]);
  const { data } = useOfflineStories();
  const keepsStories = data !== undefined && data.stories.length > 0;
  const isShown = connection !== 'online' && (keepsStories || wanted !== null);
  return (
    <div role="status">
      {isShown && (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md bg-notice px-4 py-2 text-on-notice">
          <p className="py-1">
            {connectionText[connection]}
            {wanted !== null &&
              ` ${title === undefined ? 'The page you opened' : `“${title}”`} isn’t on this device. It will open as soon as the connection is back.`}
          </p>
          {wanted !== null && (
            <Button busy={asking} onClick={() => void open()}>
              Try again
            </Button>
          )}
          {keepsStories && (
            <a href="#kept-offline" className="inline-flex min-h-11 items-center underline">
              Open your kept stories
            </a>
          )}
        </div>
      )}
    </div>
  );
}
