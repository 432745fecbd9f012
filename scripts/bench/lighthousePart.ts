export async function lighthousePart() {
  return [];
}
