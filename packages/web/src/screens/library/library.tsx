export default function Screen() {
  return (
    <main id="main">
      <h1>library</h1>
    </main>
  );
}
