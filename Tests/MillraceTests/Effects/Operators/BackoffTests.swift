import Millrace
import Testing

/// The laws of the times between attempts.
struct BackoffTests {
  @Test("Times grow by the factor up to the longest, and stay there however often something fails")
  func exponential() {
    let backoff = Backoff.exponential(from: .milliseconds(200), atMost: .seconds(3))
    let times = (1...8).map { backoff.delay(after: $0, drawing: .seeded(1)) }
    #expect(
      times.prefix(5) == [
        .milliseconds(200), .milliseconds(400), .milliseconds(800), .milliseconds(1_600), .seconds(3),
      ])
    #expect(times.suffix(3) == [.seconds(3), .seconds(3), .seconds(3)])
    #expect(backoff.delay(after: .max, drawing: .seeded(1)) == .seconds(3))
  }

  @Test("A constant time is always the same, and none is none")
  func constant() {
    #expect(Backoff.constant(.seconds(2)).delay(after: 1, drawing: .seeded(1)) == .seconds(2))
    #expect(Backoff.constant(.seconds(2)).delay(after: 900, drawing: .seeded(1)) == .seconds(2))
    #expect(Backoff.none.delay(after: 3, drawing: .seeded(1)) == .zero)
  }

  @Test(
    "Whatever the numbers are, a time is neither negative nor above the longest, and nothing traps",
    arguments: 0..<300)
  func anyNumbers(seed: UInt64) {
    var random = RandomSource.seeded(seed)
    let durations: [Duration] = [
      .zero, .seconds(-5), .nanoseconds(1), .milliseconds(300), .seconds(60), .seconds(Int64.max / 4),
    ]
    let doubles: [Double] = [0, 1, -3, 0.5, 1.5, 2, 1e300, .infinity, .nan, 0.25]
    func any<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: values.indices, using: &random)]
    }
    let (first, longest) = (any(durations), any(durations))
    var backoff = Backoff.exponential(from: first, factor: any(doubles), atMost: longest).jittered(
      any(doubles))
    let failures = any([0, -1, 1, 2, 5, 40, 2_000])
    let time = backoff.delay(after: failures, drawing: random)
    #expect(time >= .zero && time <= max(.zero, longest), "\(backoff), \(failures)")
    // Without chance, more failures never wait less.
    backoff.jitter = 0
    var last = Duration.zero
    for failures in 1..<30 {
      let time = backoff.delay(after: failures, drawing: random)
      #expect(time >= last, "\(backoff), \(failures)")
      last = time
    }
  }

  @Test("Jitter takes at most its share off, is drawn from the source, and differs from draw to draw")
  func jitter() {
    let backoff = Backoff.constant(.seconds(4)).jittered(0.25)
    let source = RandomSource.seeded(7)
    let times = (0..<100).map { _ in backoff.delay(after: 1, drawing: source) }
    #expect(times.allSatisfy { $0 > .seconds(3) && $0 <= .seconds(4) })
    #expect(Set(times).count == 100)
    let again = RandomSource.seeded(7)
    #expect(times == (0..<100).map { _ in backoff.delay(after: 1, drawing: again) })
    // Without it, chance is not read.
    _ = Backoff.constant(.seconds(4)).delay(
      after: 1,
      drawing: RandomSource {
        Issue.record("read"); return 0
      })
  }
}
