import MillraceCore
import Testing

@Suite("The delay line")
struct DelayLineTests {
  @Test(
    "Elements come out by their time, those of one time in the order they came in", arguments: LawRandom.seeds
  )
  func likeASortedArray(seed: UInt64) {
    var random = LawRandom(seed: seed)
    var line = DelayLine<Int>()
    var model: [(time: Duration, element: Int)] = []
    var now = Duration.zero
    for step in 0..<3_000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        // Few different times, so that many are equal; some in the past.
        let time = now + .seconds(.random(in: -2...8, using: &random))
        line.add(step, until: time)
        let place = model.firstIndex { $0.time > time } ?? model.endIndex
        model.insert((time, step), at: place)
      case 5: now += .seconds(.random(in: 0...3, using: &random))
      case 6 where step % 16 == 0:
        let divisor = Int.random(in: 2...5, using: &random)
        line.removeAll { $0 % divisor == 0 }
        model.removeAll { $0.element % divisor == 0 }
      default:
        let isDue = model.first.map { $0.time <= now } ?? false
        #expect(line.take(at: now) == (isDue ? model.removeFirst().element : nil), "step \(step)")
      }
      #expect(line.count == model.count)
      #expect(line.nextTime == model.first?.time)
    }
    while let element = line.take(at: .seconds(1_000_000)) { #expect(element == model.removeFirst().element) }
    #expect(model.isEmpty)
    #expect(line.nextTime == nil)
  }

  @Test("Nothing is given back before its time, and everything at its time")
  func dueAtItsTime() {
    var line = DelayLine<String>()
    #expect(line.take(at: .seconds(9)) == nil)
    line.add("a", until: .seconds(2))
    #expect(line.take(at: .seconds(2) - .nanoseconds(1)) == nil)
    #expect(line.take(at: .seconds(2)) == "a")
    #expect(line.count == 0)
  }

  @Test("An element that was taken is released")
  func release() {
    final class Letter {}
    var line = DelayLine<Letter>()
    weak var first: Letter?
    do {
      let letters = (0..<5).map { _ in Letter() }
      first = letters[0]
      for (second, letter) in letters.enumerated() { line.add(letter, until: .seconds(second)) }
    }
    #expect(first != nil)
    _ = line.take(at: .zero)
    #expect(first == nil)
    #expect(line.count == 4)
  }
}
