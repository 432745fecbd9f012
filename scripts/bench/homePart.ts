export async function homePart() {
  return [];
}
