/// Joins two lists of chunks, and merges those at the seam whose sizes are alike.
///
/// The sizes of the result first grow and then shrink, each by at least the factor 2 from one chunk to the
/// next. So there are O(log n) chunks of n elements, and an element is copied O(log n) times while a list
/// grows at either end.
func joinedChunks<Element>(_ left: [[Element]], _ right: [[Element]]) -> [[Element]] {
  var chunks = left + right
  while let pair = chunks.indices.dropLast().first(where: { mustMerge($0, in: chunks) }) {
    chunks[pair] += chunks.remove(at: pair + 1)
  }
  return chunks
}

/// Returns whether a chunk and the next one become one: when their sizes are alike, or when the smaller lies
/// between two larger ones and this is the smaller of its neighbours.
private func mustMerge<Element>(_ pair: Int, in chunks: [[Element]]) -> Bool {
  let (first, second) = (chunks[pair].count, chunks[pair + 1].count)
  if max(first, second) < 2 * min(first, second) { return true }
  let beyond = first < second ? pair - 1 : pair + 2
  return chunks.indices.contains(beyond) && chunks[beyond].count >= max(first, second)
}
