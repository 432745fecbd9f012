export async function loginPart() {
  return [];
}
