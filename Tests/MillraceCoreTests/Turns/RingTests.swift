import MillraceCore
import TestResources
import Testing

@Suite("The ring")
struct RingTests {
  @Test("A ring does what an array does, step by step", arguments: LawRandom.seeds)
  func likeAnArray(seed: UInt64) {
    var random = LawRandom(seed: seed)
    var ring = Ring<Int>()
    var array: [Int] = []
    var copies: [(ring: Ring<Int>, array: [Int])] = []
    // Phases of filling and of draining, so that the ring wraps, grows while wrapped and runs empty.
    for step in 0..<6_000 {
      let filling = (step / 200) % 3 != 2
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<(filling ? 55 : 20):
        ring.append(step)
        array.append(step)
      case 0..<95:
        #expect(ring.popFirst() == (array.isEmpty ? nil : array.removeFirst()))
      case 95:
        ring.updateEach { $0 += 1 }
        array = array.map { $0 + 1 }
      case 96: ring.reserveCapacity(array.count + .random(in: 0..<40, using: &random))
      case 97 where Int.random(in: 0..<10, using: &random) == 0:
        ring.removeAll()
        array.removeAll()
      default: copies.append((ring, array))
      }
      #expect(ring.count == array.count)
      #expect(ring.isEmpty == array.isEmpty)
      #expect(ring.first == array.first)
      #expect(ring.capacity & (ring.capacity - 1) == 0 && ring.capacity >= ring.count)
      if step % 16 == 0 { #expect(Array(ring) == array) }
    }
    for copy in copies { #expect(Array(copy.ring) == copy.array) }
  }

  @Test("A ring that wrapped round keeps its order when it grows", arguments: [1, 7, 15])
  func growingWrapped(popped: Int) {
    var ring = Ring<Int>()
    for number in 0..<16 { ring.append(number) }
    for _ in 0..<popped { _ = ring.popFirst() }
    for number in 16..<100 { ring.append(number) }
    #expect(Array(ring) == Array(popped..<100))
    #expect((0..<ring.count).map { ring[$0] } == Array(popped..<100))
  }

  @Test("Reserving while wrapped round, with room left, keeps the order")
  func reservingWrapped() {
    var ring = Ring<Int>()
    for number in 0..<16 { ring.append(number) }
    for _ in 0..<12 { _ = ring.popFirst() }
    for number in 16..<22 { ring.append(number) }
    ring.reserveCapacity(64)
    #expect(Array(ring) == Array(12..<22))
  }

  @Test("A million messages through a short queue never need more room than the first few")
  func constantMemory() {
    var ring = Ring<Int>()
    for number in 0..<10 { ring.append(number) }
    let capacity = ring.capacity
    var sum = 0
    for number in 10..<1_000_000 {
      ring.append(number)
      sum += ring.popFirst() ?? 0
    }
    #expect(ring.capacity == capacity)
    #expect(sum == (0..<999_990).reduce(0, +))
  }

  @Test("After a burst an empty ring gives its memory back, except what was reserved")
  func afterABurst() {
    func burst(_ ring: inout Ring<Int>) {
      for number in 0..<10_000 { ring.append(number) }
      #expect(ring.capacity >= 10_000)
      while ring.popFirst() != nil {}
    }
    var ring = Ring<Int>()
    burst(&ring)
    #expect(ring.capacity == 1_024)
    burst(&ring)
    #expect(ring.capacity == 1_024)
    ring.reserveCapacity(3_000)
    burst(&ring)
    #expect(ring.capacity == 4_096)
    ring.removeAll()
    #expect(ring.capacity == 0)
    burst(&ring)
    #expect(ring.capacity == 1_024)
  }

  @Test("Reserved room is used without allocating again")
  func reserved() {
    var ring = Ring<Int>()
    ring.reserveCapacity(100)
    #expect(ring.capacity == 128)
    for number in 0..<128 { ring.append(number) }
    #expect(ring.capacity == 128)
    ring.append(128)
    #expect(ring.capacity == 256)
  }

  @Test("A popped element is released at once, the others with the ring")
  func release() {
    final class Message {}
    var ring = Ring<Message>()
    weak var popped: Message?
    weak var waiting: Message?
    do {
      let (first, second) = (Message(), Message())
      (popped, waiting) = (first, second)
      ring.append(first)
      ring.append(second)
    }
    #expect(popped != nil)
    _ = ring.popFirst()
    #expect(popped == nil)
    #expect(waiting != nil)
    ring.removeAll()
    #expect(waiting == nil)
  }

  @Test("A copy keeps its elements when the original goes on")
  func copies() {
    var ring = Ring<String>()
    ring.append("a")
    ring.append("b")
    let copy = ring
    _ = ring.popFirst()
    ring.append("c")
    #expect(Array(copy) == ["a", "b"])
    #expect(Array(ring) == ["b", "c"])
  }

  @Test("Rings are equal when their elements are, wherever these lie")
  func equality() {
    var (one, two) = (Ring<Int>(), Ring<Int>())
    for number in 0..<5 { one.append(number) }
    _ = one.popFirst()
    for number in 1..<5 { two.append(number) }
    #expect(one == two)
    two.append(5)
    #expect(one != two)
  }

  @Test("A ring of optionals tells an element that is nil from no element")
  func optionals() {
    var ring = Ring<Int?>()
    ring.append(nil)
    #expect(ring.count == 1)
    #expect(ring.first == .some(nil))
    #expect(ring.popFirst() == .some(nil))
    #expect(ring.popFirst() == .none)
  }

  @Test("A position outside the ring stops the program", .realProcess, arguments: [-1, 1, 16])
  func outside(position: Int) async {
    await #expect(processExitsWith: .failure) { [position] in
      var ring = Ring<Int>()
      ring.append(1)
      _ = ring[position]
    }
  }
}
