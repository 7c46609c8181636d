/** The names that files have: no path, no dot in front, nothing that a shell or a file system reads otherwise. */
export const safeName = /^[a-z0-9][a-z0-9_-]{0,80}\.[a-z0-9]{2,5}$/i;
