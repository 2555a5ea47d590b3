import Millrace
import Testing

@MainActor
@Suite("Observers of messages")
struct ObserveMessageTests {
  private protocol Event: Sendable {}
  private struct Opened: Event { var page = 0 }
  private struct Closed: Event {}
  // Sound: neither class has a property.
  private class Base: Event, @unchecked Sendable {}
  private final class Derived: Base, @unchecked Sendable {}
  private enum Step: Sendable, Equatable {
    case forward(Int)
    case back
  }

  private func eventStore() -> Store<Int, any Event> {
    Store(0, of: (any Event).self) { count, _ in
      count += 1
      return .none
    }
  }

  @Test("In a store of several message types, a type's observers are notified of exactly that type")
  func byType() {
    let store = eventStore()
    var pages: [Int] = []
    var closings = 0
    let tokens = [
      store.observe(messages: Opened.self) { pages.append($0.page) },
      store.observe(messages: Closed.self) { _ in closings += 1 },
    ]
    store.send(Opened(page: 1))
    store.send(Closed())
    store.send(Opened(page: 2))
    #expect(pages == [1, 2])
    #expect(closings == 1)
    withExtendedLifetime(tokens) {}
  }

  @Test("The store's own message type stands for all messages")
  func allMessages() {
    let store = eventStore()
    var all: [String] = []
    let token = store.observe(messages: (any Event).self) { all.append("\(type(of: $0))") }
    store.send(Opened(page: 1))
    store.send(Closed())
    #expect(all == ["Opened", "Closed"])
    token.cancel()
  }

  @Test("A class of messages does not stand for its subclasses")
  func classes() {
    let store = eventStore()
    var bases = 0
    var derived = 0
    let tokens = [
      store.observe(messages: Base.self) { _ in bases += 1 },
      store.observe(messages: Derived.self) { _ in derived += 1 },
    ]
    store.send(Derived())
    store.send(Base())
    #expect(bases == 1)
    #expect(derived == 1)
    withExtendedLifetime(tokens) {}
  }

  @Test(
    "In a store of one message type observers receive every message, in order, also those that updates return"
  )
  func enumMessages() {
    let store = Store(0, of: Step.self) { count, step in
      switch step {
      case .forward(let distance):
        count += distance
        return .send(.back)
      case .back: return .none
      }
    }
    let owner = ObserversProbe()
    var steps: [Step] = []
    var owned: [Step] = []
    let token = store.observe(messages: Step.self) { steps.append($0) }
    store.observe(messages: Step.self, owner: owner) { owned.append($1) }
    store.send(.forward(2))
    #expect(steps == [.forward(2), .back])
    #expect(owned == steps)
    withExtendedLifetime((token, owner)) {}
  }

  @Test("A message is reported after its turn: with the new state, behind the observers of the state")
  func afterTheTurn() {
    let store = eventStore()
    var log: [String] = []
    let tokens = [
      store.observe(messages: (any Event).self) { _ in log.append("all \(store.withState { $0 })") },
      store.observe(messages: Opened.self) { _ in log.append("opened \(store.withState { $0 })") },
      store.observe(\.self) { log.append("state \($0)") },
    ]
    store.send(Opened())
    #expect(log == ["state 1", "opened 1", "all 1"])
    withExtendedLifetime(tokens) {}
  }

  @Test("Observers of messages end with their token and with their owner")
  func ends() {
    let store = eventStore()
    var owner: ObserversProbe? = ObserversProbe()
    var calls = 0
    let token = store.observe(messages: Opened.self) { _ in calls += 1 }
    if let owner { store.observe(messages: Opened.self, owner: owner) { _, _ in calls += 10 } }
    store.send(Opened())
    #expect(calls == 11)
    token.cancel()
    store.send(Opened())
    #expect(calls == 21)
    owner = nil
    store.send(Opened())
    store.send(Opened())
    #expect(calls == 21)
  }

  @Test("A type whose last observer has ended can be observed again")
  func again() {
    let store = eventStore()
    var calls = 0
    store.observe(messages: Opened.self) { _ in calls += 1 }.cancel()
    store.pump()
    store.send(Opened())
    let token = store.observe(messages: Opened.self) { _ in calls += 1 }
    store.send(Opened())
    #expect(calls == 1)
    token.cancel()
  }
}
