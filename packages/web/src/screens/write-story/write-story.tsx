export default function Screen() {
  return (
    <main id="main">
      <h1>write-story</h1>
    </main>
  );
}
