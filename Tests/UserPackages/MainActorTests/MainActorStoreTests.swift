import Millrace
import MillraceTesting
import Observation
import Testing

struct Lamp: Equatable {
  var isOn = false
  var ticks = 0
}

enum LampMessage: Sendable {
  case turnOn
  case tick
}

/// On the main actor, as everything here that does not say otherwise.
func updateLamp(_ lamp: inout Lamp, _ message: LampMessage) -> Effect<LampMessage> {
  switch message {
  case .turnOn: lamp.isOn = true
  case .tick: lamp.ticks += 1
  }
  return .none
}

func lampSubscriptions(_ lamp: Lamp) -> [StoreSubscription<LampMessage>] {
  lamp.isOn ? [] : [.every(.seconds(1), id: "tick") { .tick }]
}

/// Stands for SwiftUI's `@State`, which does not exist on Linux.
@propertyWrapper
struct Held<Value> {
  var wrappedValue: Value

  init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

final class LampScreen {
  let store = Store(Lamp(), update: updateLamp)
}

struct LampView {
  static let clock = ManualClock()

  @Held private var store = Store(
    Lamp(), environment: StoreEnvironment(clock: clock), subscriptions: lampSubscriptions, update: updateLamp)

  var body: Int { store.ticks }
}

/// With an update that is a closure, the store finds its home when a view reads it.
struct ClosureView {
  static let clock = ManualClock()

  @Held private var store = Store(
    0, of: LampMessage.self, environment: StoreEnvironment(clock: clock),
    subscriptions: { _ in [.every(.seconds(1), id: "tick") { .tick }] },
    update: { ticks, _ in
      ticks += 1
      return .none
    })

  var body: Int { store.state }
}

/// Tells of turns.
nonisolated struct Turns {
  let pipe = AsyncStream.makeStream(of: Void.self)
  var isListening = true
}

/// A store of a closure that no view reads.
final class ClosureScreen {
  let store = Store(Turns(), of: LampMessage.self) { turns, _ in
    turns.pipe.continuation.yield()
    return .none
  }
}

nonisolated enum FirstUse: CaseIterable, Sendable {
  case send, observe, sender, values, run
}

@Suite("Stores where everything is on the main actor") struct MainActorStoreTests {
  /// Reads as a view does; the stream has an element when what was read has changed.
  private func changes(of read: () -> Int) -> AsyncStream<Void> {
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    withObservationTracking {
      _ = read()
    } onChange: {
      continuation.yield()
    }
    return changes
  }

  @Test("a store in a property's default value takes turns")
  func propertyDefault() {
    let screen = LampScreen()
    screen.store.send(.turnOn)
    #expect(screen.store.isOn)
  }

  @Test("a store in a view's property listens from the beginning, and the view is notified")
  func view() async {
    let view = LampView()
    await LampView.clock.waitForSleepers(count: 1)
    var changes = changes { view.body }.makeAsyncIterator()
    LampView.clock.jump(by: .seconds(1))
    await changes.next()
    #expect(view.body == 1)
  }

  @Test("a store of a closure finds its home when a view reads it")
  func closure() async {
    let view = ClosureView()
    // The view's read brings the home, in which the subscription begins.
    var changes = changes { view.body }.makeAsyncIterator()
    await ClosureView.clock.waitForSleepers(count: 1)
    ClosureView.clock.jump(by: .seconds(1))
    await changes.next()
    #expect(view.body == 1)
  }

  @Test("a store of a closure finds its home by its first use", arguments: FirstUse.allCases)
  func firstUse(_ use: FirstUse) async {
    let screen = ClosureScreen()
    let store = screen.store
    let sender = store.sender(isolation: nil)
    var turns = store.withState { $0.pipe.stream }.makeAsyncIterator()
    var token: ObservationToken?
    switch use {
    case .send:
      store.send(.turnOn)
      await turns.next()
    case .observe: token = store.observe(messages: LampMessage.self) { _ in }
    case .sender: _ = store.sender()
    case .values: _ = store.values(of: \.isListening)
    case .run: await store.run()
    }
    _ = await Task.detached { sender.send(.tick) }.value
    await turns.next()
    withExtendedLifetime(token) {}
  }

  @Test("a test store receives every step")
  func testStore() async {
    let test = TestStore(Store(Lamp(), update: updateLamp))
    test.send(.turnOn) { $0.isOn = true }
    await test.finish()
  }
}
