/** The stored index does not hold what we wrote. Whoever opened it sets the file aside and builds anew. */
export class DamagedIndex extends Error {
  override readonly name = 'DamagedIndex';
}
