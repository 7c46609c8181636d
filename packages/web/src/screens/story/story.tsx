export default function Screen() {
  return (
    <main id="main">
      <h1>story</h1>
    </main>
  );
}
