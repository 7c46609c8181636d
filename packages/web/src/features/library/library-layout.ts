import { deviceSettings } from '../../lib/device-settings.ts';

/** Whether the library is shown as cards or as a list, remembered on this device. */
export const libraryLayout = deviceSettings('library-layout', { isList: false }, ({ isList }) => ({
  isList: isList === true,
}));
