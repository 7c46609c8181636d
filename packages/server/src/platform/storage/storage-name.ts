/** Valid file names: no path, no leading dot, and no character special to a shell or file system. */
export const safeName = /^[a-z0-9][a-z0-9_-]{0,80}\.[a-z0-9]{2,5}$/i;
