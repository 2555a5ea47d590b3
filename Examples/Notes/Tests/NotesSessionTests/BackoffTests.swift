import Millrace
import Testing

@testable import NotesSession

@Suite("How long is waited for a server")
struct BackoffTests {
  @Test("A second, doubled with each failure, up to half a minute")
  func doubling() {
    var failures = 0
    let longest = (1...9).map { _ in
      failures = Backoff.count(after: failures)
      return Backoff.longest(after: failures)
    }
    #expect(longest == [1, 2, 4, 8, 16, 30, 30, 30, 30].map(Duration.seconds))
  }

  @Test(
    "A delay is at least a half of that and at most all of it, and two are not the same", arguments: 1...20)
  func law(seed: UInt64) {
    var random = RandomSource.seeded(seed)
    for _ in 0..<100 {
      let failures = Int.random(in: -2...12, using: &random)
      let longest = Backoff.longest(after: failures)
      let delays = (0..<2).map { _ in Backoff.delay(after: failures, using: &random) }
      #expect(delays.allSatisfy { longest / 2 <= $0 && $0 <= longest }, "seed \(seed), \(failures) failures")
      #expect(delays[0] != delays[1], "seed \(seed), \(failures) failures")
    }
  }
}
