import MillraceCore
import Testing

@Suite("The lane")
struct LaneTests {
  @Test(
    "Messages come out in the order they went in, alone, together or passing, with their marks",
    arguments: LawRandom.seeds)
  func likeAnArray(seed: UInt64) {
    var random = LawRandom(seed: seed)
    var lane = Lane<Int, String, Int>(state: 0)
    var model: [(message: String, mark: Int)] = []
    var passing: [(message: String, mark: Int)] = []
    for step in 0..<3_000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<3:
        lane.enqueue("\(step)", mark: step)
        model.append(("\(step)", step))
      case 3:
        // A slice in the middle of an array, as it is when several came from outside; sometimes an empty one.
        let batch = (0..<12).map { "\(step).\($0)" }
        let start = Int.random(in: 0...12, using: &random)
        let slice = batch[start..<Int.random(in: start...12, using: &random)]
        lane.enqueue(contentsOf: slice, mark: -step)
        model += slice.map { ($0, -step) }
      case 4:
        lane.enqueuePassing("\(step)", mark: step)
        passing.append(("\(step)", step))
      case 6 where step % 8 == 0:
        lane.updateMarks { $0 += 10_000 }
        for index in model.indices { model[index].mark += 10_000 }
        for index in passing.indices { passing[index].mark += 10_000 }
      case 5:
        let entry = lane.dequeuePassing()
        let expected = passing.isEmpty ? nil : passing.removeFirst()
        #expect(entry?.message == expected?.message && entry?.mark == expected?.mark, "step \(step)")
      default:
        let entry = lane.dequeue()
        let expected = model.isEmpty ? nil : model.removeFirst()
        #expect(entry?.message == expected?.message && entry?.mark == expected?.mark, "step \(step)")
      }
      #expect(lane.waitingCount == model.count + passing.count)
      if step % 64 == 0 { #expect(lane.waitingMessages == (passing + model).map(\.message)) }
    }
  }

  @Test("A turn changes the state where it is, without a copy, and gives back what the update asks for")
  func inPlace() {
    var lane = Lane<[Int], Int, Void>(state: Array(repeating: 0, count: 10_000))
    // Sound: the addresses are compared, never followed.
    let address = lane.state.withUnsafeBufferPointer(\.baseAddress)
    for index in 0..<100 {
      let request = lane.turn(index) { state, index in
        state[index] += index
        return "asked for \(index)"
      }
      #expect(request == "asked for \(index)")
    }
    // Sound: as above.
    #expect(lane.state.withUnsafeBufferPointer(\.baseAddress) == address)
    #expect(lane.state.prefix(100).elementsEqual(0..<100))
  }

  @Test(
    "A message that was taken alone is released at once, those that came together when the last was taken")
  func release() {
    final class Letter {}
    var lane = Lane<Void, Letter, Void>(state: ())
    weak var single: Letter?
    weak var last: Letter?
    do {
      let letters = [Letter(), Letter(), Letter()]
      (single, last) = (letters[0], letters[2])
      lane.enqueue(letters[0], mark: ())
      lane.enqueue(contentsOf: letters[1...], mark: ())
    }
    #expect(single != nil && last != nil)
    _ = lane.dequeue()
    _ = lane.dequeue()
    _ = lane.dequeue()
    #expect(single == nil && last == nil)
    #expect(lane.dequeue() == nil)
  }
}
