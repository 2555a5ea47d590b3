import Millrace

/// The names that are most similar to a misspelt one.
enum NearestKeys {
  /// Returns at most three candidates, the best first, or the first few if none is similar.
  static func of(_ name: String, among candidates: [String]) -> [String] {
    let name = Array(name)
    let limit = max(2, name.count / 3)
    var scored: [(distance: Int, place: Int, candidate: String)] = []
    for (place, candidate) in candidates.enumerated() {
      let letters = Array(candidate)
      // The difference in length is a lower bound; a very long name is therefore never compared.
      guard abs(letters.count - name.count) <= limit else { continue }
      let distance = EditDistance.between(name, letters)
      if distance <= limit && distance < letters.count { scored.append((distance, place, candidate)) }
    }
    if scored.isEmpty { return Array(candidates.prefix(3)) }
    scored.sort { ($0.distance, $0.place) < ($1.distance, $1.place) }
    return scored.prefix(3).map(\.candidate)
  }
}
