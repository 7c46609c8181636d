/** Fetches a sound of the site, from the browser's cache if it is there. */
export async function fetchSound(file: string): Promise<ArrayBuffer> {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`The sound was not sent: ${response.status}.`);
  return response.arrayBuffer();
}
