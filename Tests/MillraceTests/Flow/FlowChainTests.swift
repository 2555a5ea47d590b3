import Millrace
import RecordFixture
import Testing

/// Stores on flows of their own; each sends to the next inside of its turn, on a stack of 512 kB.
@Suite("Many flows in a row")
struct FlowChainTests {
  /// The parts of a store's turn that can send to the next one.
  enum Way: CaseIterable {
    case observer, messageObserver, update, tap, gate
  }

  private struct Parcel: @unchecked Sendable {
    // Sound: it is only kept.
    let value: [AnyObject]
  }

  @Test("A chain of 5,000 flows comes to its end, and in order", arguments: Way.allCases)
  func chain(_ way: Way) async {
    let home = SmallStackHome()
    let (numbers, last) = AsyncStream<Int>.makeStream()
    let kept = await home.run { home in
      var links: [AnyObject] = []
      var next = Store(0, name: "last", isolation: home) { (state: inout Int, number: Int) in
        state += 1
        last.yield(number)
        return .none
      }
      links.append(next)
      for _ in 1..<5_000 {
        // Kept by the list alone, so that their ends are not inside of each other either.
        let pass = { [weak next] (number: Int) -> Void in next?.send(number, isolation: home) }
        let store = Store(0, isolation: home) { (state: inout Int, number: Int) -> Effect<Int> in
          state += 1
          if way == .update { pass(number) }
          return .none
        }
        switch way {
        case .observer: links.append(store.observe { pass($0) })
        case .messageObserver: links.append(store.observe(messages: Int.self) { pass($0) })
        case .update: break
        case .tap: links.append(store.flow.tap { if let number = $0.message as? Int { pass(number) } })
        case .gate:
          links.append(
            store.gate("pass") {
              pass($0)
              return .pass
            })
        }
        links.append(store)
        next = store
      }
      for number in 1...3 { next.send(number, isolation: home) }
      return Parcel(value: links)
    }
    var heard: [Int] = []
    for await number in numbers {
      heard.append(number)
      if heard.count == 3 { break }
    }
    #expect(heard == [1, 2, 3])
    await home.run { _ in withExtendedLifetime(kept) {} }
  }
}
