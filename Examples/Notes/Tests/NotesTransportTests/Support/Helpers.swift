import Foundation
import MillraceHTTP

@testable import NotesTransport

/// The failure of a request; nil when it succeeds or fails with something else.
func failure(_ body: () async throws -> Void) async -> HTTPTransportFailure? {
  do {
    try await body()
  } catch {
    return error as? HTTPTransportFailure
  }
  return nil
}

/// The same numbers for the same seed (SplitMix64).
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

extension Array {
  /// The same in pieces, with their ends at random places.
  func split(by random: inout some RandomNumberGenerator) -> [[Element]] {
    var pieces: [[Element]] = []
    var rest = self[...]
    while !rest.isEmpty {
      let count = Int.random(in: 0...Swift.min(rest.count, 7), using: &random)
      pieces.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return pieces
  }
}
