export default function Screen() {
  return (
    <main id="main">
      <h1>reading</h1>
    </main>
  );
}
