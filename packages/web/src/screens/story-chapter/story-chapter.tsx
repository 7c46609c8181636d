export default function Screen() {
  return (
    <main id="main">
      <h1>story-chapter</h1>
    </main>
  );
}
