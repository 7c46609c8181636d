import { useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { type Connection, onConnectionChange, readConnection } from '../../lib/connection.ts';
import { useOfflineStories } from './use-offline-stories.ts';

const texts: Record<Connection, string> = {
  online: '',
  offline: 'You are offline.',
  unreachable: 'The server cannot be reached.',
};

/** Says above the library's lists why another page has led here, and what can be read without a connection. */
export function OfflineNotice() {
  const connection = useSyncExternalStore(onConnectionChange, readConnection, (): Connection => 'online');
  const [search] = useSearchParams();
  const { data } = useOfflineStories();
  const isShown = connection !== 'online' && data !== undefined && data.stories.length > 0;
  return (
    <div role="status">
      {isShown && (
        <p className="mt-4 rounded-md bg-notice px-4 py-2 text-on-notice">
          {texts[connection]} {search.has('unavailable') && 'The page you opened is not on this device. '}
          You can read{' '}
          <a href="#kept-offline" className="inline-flex min-h-11 items-center underline">
            what is kept on this device
          </a>
          .
        </p>
      )}
    </div>
  );
}
