import Millrace
import Testing

@testable import MillraceSupport

/// Those who are admitted, and those who wait for it.
struct AdmissionQueueTests {
  @Test("as many as allowed go on at each place, the others in their order when one has ended")
  func order() {
    var queue = AdmissionQueue<String>(limit: 2)
    let entered = (0..<4).map { _ in queue.enter("a") }
    #expect(entered.map { $0 == nil } == [true, true, false, false])
    let other = [queue.enter("b"), queue.leave("b")]
    #expect(other == [nil, nil])
    let next = (0..<4).map { _ in queue.leave("a") }
    #expect(next == [entered[2], entered[3], nil, nil])
    let again = queue.enter("a")
    #expect(again == nil)
  }

  @Test("one that has given up is passed over")
  func givenUp() throws {
    var queue = AdmissionQueue<String>(limit: 1)
    let entered = (0..<3).map { _ in queue.enter("a") }
    queue.giveUp(try #require(entered[1]))
    let next = [queue.leave("a"), queue.leave("a")]
    #expect(next == [entered[2], nil])
  }

  @Test("a limit below one is one")
  func limit() {
    var queue = AdmissionQueue<String>(limit: 0)
    let entered = (0..<2).map { _ in queue.enter("a") }
    #expect(entered.map { $0 == nil } == [true, false])
  }

  @Test(
    "whatever comes, it is as a list of those in use and those waiting", arguments: 0..<200 as Range<UInt64>)
  func law(_ seed: UInt64) {
    var random = RandomSource.seeded(seed)
    let limit = Int.random(in: 1...3, using: &random)
    var queue = AdmissionQueue<Int>(limit: limit)
    var inUse = [0, 0]
    var waiting: [[AdmissionQueue<Int>.WaitID]] = [[], []]
    for _ in 0..<60 {
      let place = Int.random(in: 0...1, using: &random)
      switch Int.random(in: 0...3, using: &random) {
      case 0, 1:
        let waitID = queue.enter(place)
        #expect((waitID == nil) == (inUse[place] < limit))
        if let waitID { waiting[place].append(waitID) } else { inUse[place] += 1 }
      case 2 where inUse[place] > 0:
        let next = queue.leave(place)
        #expect(next == waiting[place].first)
        if next == nil { inUse[place] -= 1 } else { waiting[place].removeFirst() }
      default:
        guard let index = waiting[place].indices.randomElement(using: &random) else { continue }
        queue.giveUp(waiting[place].remove(at: index))
      }
    }
  }
}
