export default function Screen() {
  return (
    <main id="main">
      <h1>login</h1>
    </main>
  );
}
