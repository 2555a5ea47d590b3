import Testing

@testable import Millrace

@Suite("A stamper draws stamps")
struct ChangeStamperTests {
  @Test("stamps grow and begin after the initial one")
  func grow() {
    var stamper = ChangeStamper()
    #expect(stamper.current == .initial)
    var last = ChangeStamp.initial
    for _ in 0..<100 {
      let stamp = stamper.next()
      #expect(stamp.number > last.number)
      #expect(stamper.current == stamp)
      last = stamp
    }
    #expect(ChangeStamp.initial.description == "#0")
  }

  @Test(
    "copies never draw the same stamp, and each one's stamps grow, however they are copied and dropped",
    arguments: 1...6)
  func copiesDiverge(seed: Int) throws {
    var random = TableSupport.Generator(seed: seed)
    var stampers = [ChangeStamper()]
    var drawn: Set<ChangeStamp> = []
    for _ in 0..<5_000 {
      let chosen = Int.random(in: 0..<stampers.count, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0 where stampers.count < 8: stampers.append(stampers[chosen])
      case 1 where stampers.count > 1: stampers.remove(at: chosen)
      default:
        let before = stampers[chosen].current
        let stamp = stampers[chosen].next()
        try #require(drawn.insert(stamp).inserted, "seed \(seed)")
        try #require(stamp.number > before.number, "seed \(seed)")
      }
    }
  }

  @Test("a stamper that is not shared draws consecutive stamps, without taking a new block")
  func staysInItsBlock() {
    var stamper = ChangeStamper()
    let first = stamper.next()
    for _ in 0..<10 {
      let copy = stamper
      _ = copy.current
    }
    for _ in 0..<1_000 { stamper.next() }
    #expect(stamper.current.number == first.number + 1_000)
  }

  @Test("when a block is used up the next one is greater and nobody else's")
  func usesUpABlock() {
    var stamper = ChangeStamper()
    stamper.next()
    stamper.number = stamper.lastOfBlock - 1
    var other = ChangeStamper()
    other.next()
    let last = stamper.next()
    let next = stamper.next()
    #expect(next.number > last.number)
    #expect(next.number > other.lastOfBlock)
    #expect(other.number > last.number)
  }

  @Test("stamps drawn from copies in parallel are all different")
  func parallel() async {
    var stamper = ChangeStamper()
    stamper.next()
    let shared = stamper
    let stamps = await withTaskGroup(of: [ChangeStamp].self) { group in
      for _ in 0..<8 {
        group.addTask {
          var own = shared
          return (0..<2_000).map { _ in own.next() }
        }
      }
      return await group.reduce(into: [ChangeStamp]()) { $0 += $1 }
    }
    #expect(Set(stamps).count == 16_000)
  }
}
