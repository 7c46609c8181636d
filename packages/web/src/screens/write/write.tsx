export default function Screen() {
  return (
    <main id="main">
      <h1>write</h1>
    </main>
  );
}
