import BenchSupport
import Synchronization
import Testing

@testable import Measuring

extension MeasuringTests {
  @Suite struct SupportTests {
    @Test("the counter sees each instance of a class, and nothing else", arguments: [0, 1, 1_000, 12_345])
    func exactCount(instances: Int) {
      #expect(Allocations.isExact(instances: instances))
    }

    @Test("allocations before and after the counted work are not counted")
    func onlyDuring() {
      blackHole([1, 2, 3])
      let none = Allocations.count { () -> Void in }
      blackHole([1, 2, 3])
      #expect(none == 0)
    }

    @Test("allocations of other threads are counted")
    func otherThreads() async throws {
      let counted = try #require(
        await Allocations.count {
          await runThreads(4) {
            for number in 0..<10_000 { blackHole(Array(repeating: number, count: 4)) }
          }
        })
      #expect((40_000..<40_100).contains(counted))
    }

    @Test("counting ends with the counted work")
    func countingEnds() throws {
      try #require(bench_allocations_start())
      blackHole([1, 2, 3])
      let counted = bench_allocations_stop()
      blackHole([1, 2, 3])
      #expect(bench_allocations_stop() == counted)
    }

    @Test("every thread has run its body when the crowd has been awaited, the slowest included")
    func threads() async {
      let arrived = Tally()
      let sum = Tally()
      await runThreads(8) {
        let isLast = arrived.count.add(1, ordering: .relaxed).newValue == 8
        for _ in 0..<(isLast ? 1_000_000 : 1) { sum.count.add(1, ordering: .relaxed) }
      }
      #expect(sum.count.load(ordering: .relaxed) == 1_000_007)
    }

    @Test("an opaque value is the value itself")
    func opaqueIdentity() {
      let instance = Tally()
      #expect(opaque(instance) === instance)
      #expect(opaque([1, 2]) == [1, 2])
    }
  }
}

private final class Tally: Sendable {
  let count = Atomic(0)
}
