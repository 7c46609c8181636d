export default function Screen() {
  return (
    <main id="main">
      <h1>write-chapter</h1>
    </main>
  );
}
