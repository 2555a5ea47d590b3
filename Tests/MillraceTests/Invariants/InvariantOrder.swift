import Millrace
import TestResources
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The most memory that this process has ever had, in the system's own unit.
func invariantPeakMemory() -> Int {
  var usage = rusage()
  #if canImport(Darwin)
  getrusage(RUSAGE_SELF, &usage)
  #else
  getrusage(__rusage_who_t(0), &usage)
  #endif
  return usage.ru_maxrss
}

/// The same in bytes.
func invariantPeakBytes() -> Int {
  #if canImport(Darwin)
  invariantPeakMemory()
  #else
  invariantPeakMemory() * 1_024
  #endif
}

extension InvariantTests {
  @Test("One turn at a time, in order: a message sent during a turn is queued behind those already waiting")
  @MainActor
  func breadthFirst() {
    let store = Store([Int](), of: Int.self) { seen, number in
      seen.append(number)
      return .none
    }
    // Each message sends two more, so the order is that of a tree read level by level.
    let left = store.observe(messages: Int.self) { if $0 < 512 { store.send(2 * $0) } }
    let right = store.observe(messages: Int.self) { if $0 < 512 { store.send(2 * $0 + 1) } }
    store.send(1)
    #expect(store.state == Array(1..<1_024))
    left.cancel()
    right.cancel()
  }

  @Test("One turn at a time, in order: a turn is over before the next begins, wherever that was sent from")
  @MainActor
  func neverReentered() {
    let flow = Flow()
    let box = PeerMistakesBox<Store<[String], String>>()
    var depth = 0
    let store = Store([String](), of: String.self, flow: flow) { seen, message in
      depth += 1
      defer { depth -= 1 }
      seen.append("\(message) at depth \(depth)")
      if message == "first" {
        #expect(flow.isInTurn)
        box.value?.send("from the update")
        #expect(flow.pump() == 0)
        return .send("effect")
      }
      return .none
    }
    box.value = store
    let token = store.observe(messages: String.self) { message in
      if message == "first" { store.send("from the observer") }
      #expect(flow.isInTurn)
      #expect(depth == 0)
    }
    store.send("first")
    #expect(
      store.state == [
        "first at depth 1", "from the update at depth 1", "from the observer at depth 1", "effect at depth 1",
      ])
    #expect(!flow.isInTurn)
    token.cancel()
    box.value = nil
  }

  @Test(
    "One turn at a time, in order: over the stores of one flow as over one store",
    arguments: [1, 2, 3, 5, 8, 13] as [UInt64])
  @MainActor
  func oneOrder(seed: UInt64) {
    struct Letter: Sendable, Equatable {
      var store: Int
      var number: Int
    }
    var random = RandomSource.seeded(seed)
    // What a message leads to is fixed before, so that a plain queue can say what the order must be.
    let targets = (0..<400).map { _ in
      (0..<Int.random(in: 0..<4, using: &random)).map { _ in Int.random(in: 0..<3, using: &random) }
    }
    func replies(to letter: Letter, _ next: inout Int) -> [Letter] {
      guard letter.number < targets.count else { return [] }
      return targets[letter.number].map { store in
        next += 1
        return Letter(store: store, number: next)
      }
    }

    var expected: [Letter] = []
    var waiting = [Letter(store: 0, number: 0)]
    var next = 0
    while !waiting.isEmpty {
      let letter = waiting.removeFirst()
      expected.append(letter)
      waiting += replies(to: letter, &next)
    }

    let flow = Flow()
    var seen: [Letter] = []
    next = 0
    let stores = (0..<3).map { _ in
      Store(0, of: Letter.self, flow: flow) { count, letter in
        count += 1
        seen.append(letter)
        return .none
      }
    }
    let tokens = stores.map { store in
      store.observe(messages: Letter.self) { letter in
        for reply in replies(to: letter, &next) { stores[reply.store].send(reply) }
      }
    }
    stores[0].send(Letter(store: 0, number: 0))
    #expect(seen == expected, "seed \(seed)")
    #expect(flow.lastSequence == UInt64(expected.count))
    for token in tokens { token.cancel() }
  }

  @Test(
    "One turn at a time, in order: a store that comes after one that has ended does not take its place in line"
  )
  @MainActor
  func noInheritedPlace() {
    let flow = Flow()
    var order: [String] = []
    func makeStore(_ name: String) -> Store<Int, Int> {
      Store(0, of: Int.self, flow: flow) { _, number in
        order.append("\(name) \(number)")
        return .none
      }
    }
    let first = makeStore("first")
    var second: Store<Int, Int>? = makeStore("second")
    let lock = flow.lock("pause")
    second?.send(1)
    first.send(2)
    second = nil
    flow.pump()
    let third = makeStore("third")
    third.send(3)
    first.send(4)
    lock.release()
    #expect(order == ["first 2", "third 3", "first 4"])
  }

  #if canImport(Darwin) || canImport(Glibc)
  @Test(
    "One turn at a time, in order: 10,000,000 messages, each sent by the last one's observer, in constant space",
    .realProcess
  )
  func constantSpace() async {
    // In a process of its own, because memory is counted for the whole process.
    await #expect(processExitsWith: .success) {
      await ConcurrencyHome().run { home in
        let last = ConcurrencyScale.pick(10_000_000, some: 1_000_000, few: 100_000)
        let depth = PeerMistakesDepth()
        let store = Store(0, of: Int.self) { state, number in
          state = number
          return .none
        }
        var most = 0
        let token = store.observe { number in
          depth.look()
          most = max(most, store.flow.waitingCount)
          if number < last { store.send(number + 1) }
        }
        store.send(last - 10_000)
        let before = invariantPeakBytes()
        store.send(1)
        let grown = invariantPeakBytes() - before
        precondition(store.withState { $0 } == last)
        precondition(most == 0, "\(most) messages waited")
        precondition(depth.spread < 4_096, "the stack grew by \(depth.spread) bytes")
        precondition(grown < 1 << 20, "memory grew by \(grown) bytes")
        token.cancel()
      }
    }
  }
  #endif
}
