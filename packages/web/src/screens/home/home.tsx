export default function Screen() {
  return (
    <main id="main">
      <h1>home</h1>
    </main>
  );
}
