export default function Screen() {
  return (
    <main id="main">
      <h1>signup</h1>
    </main>
  );
}
