import { setPriority } from 'node:os';

// On Linux this sets the priority of this thread only, so that requests go first.
if (process.platform === 'linux') setPriority(0, 10);

export { findPlaces } from './find-places.ts';
