import type { Page, WebSocket } from '@playwright/test';

/** The page's next live connection, once the server has acknowledged that the page follows something. */
export const nextConnection = (page: Page): Promise<WebSocket> =>
  new Promise((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (/^43\d+\[\{"success":true\}\]$/.test(String(payload))) resolve(socket);
      });
    });
  });
