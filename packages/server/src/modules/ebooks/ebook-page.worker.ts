import { setPriority } from 'node:os';

// On Linux this sets the priority of this thread only, so that other requests go first.
if (process.platform === 'linux') setPriority(0, 10);

export { ebookPage } from './ebook-page.ts';
