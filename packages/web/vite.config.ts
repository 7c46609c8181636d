import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 1024 },
  // It imports its own folders, which Node alone does not resolve.
  ssr: { noExternal: ['@atlaskit/pragmatic-drag-and-drop'] },
});
