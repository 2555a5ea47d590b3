import Millrace
import MillraceTesting
import Synchronization

/// The isolation in which most of these tests, and so their stores, live.
@globalActor
actor EffectsHome {
  static let shared = EffectsHome()
}

/// The entries that several tasks have written, in the order in which they did.
final class EffectsLog<Entry: Sendable>: Sendable {
  private let stored = Mutex<[Entry]>([])

  var entries: [Entry] { stored.withLock { $0 } }

  func add(_ entry: Entry) {
    stored.withLock { $0.append(entry) }
  }
}

/// A door that is shut until it is opened, once and for all; no cancellation opens it.
final class EffectsLatch: Sendable {
  private struct Content {
    var isOpen = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let content = Mutex(Content())

  func wait() async {
    await withCheckedContinuation { waiter in
      let isOpen = content.withLock { content in
        if !content.isOpen { content.waiters.append(waiter) }
        return content.isOpen
      }
      if isOpen { waiter.resume() }
    }
  }

  func open() {
    let waiters = content.withLock { content in
      content.isOpen = true
      defer { content.waiters = [] }
      return content.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}

/// Something that is let go, and says so.
final class EffectsWitness: Sendable {
  private let onEnd: @Sendable () -> Void

  init(_ onEnd: @escaping @Sendable () -> Void) {
    self.onEnd = onEnd
  }

  deinit { onEnd() }
}

/// A value of any kind that is handed from one isolation to another, used by one at a time.
final class EffectsParcel<Value>: @unchecked Sendable {
  // Sound: a test gives it to one task and waits for that.
  var value: Value?

  init(_ value: Value?) {
    self.value = value
  }
}

struct EffectsState: Equatable {
  var heard: [String] = []
}

struct EffectsFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// A store that writes down each message and then does what a script says, on a clock that is moved by hand.
final class EffectsRig {
  private final class Errors {
    var texts: [String] = []
  }

  let clock = ManualClock()
  let flow: Flow
  let store: Store<EffectsState, String>
  private let reported = Errors()

  init(
    driver: any Driver = LiveDriver(), isolation: isolated (any Actor)? = #isolation,
    _ script: @escaping (String) -> Effect<String>
  ) {
    flow = Flow(name: "rig", environment: StoreEnvironment(clock: clock), driver: driver)
    store = Store(EffectsState(), of: String.self, name: "store", flow: flow) { state, message in
      state.heard.append(message)
      return script(message)
    }
    flow.errorHandler = { [reported] in reported.texts.append("\($0)") }
  }

  /// The messages that had their turn.
  var heard: [String] { store.withState { $0.heard } }

  /// The errors that the error handler received.
  var errors: [String] { reported.texts }

  /// Sends each message, one after another.
  func send(_ messages: String..., isolation: isolated (any Actor)? = #isolation) {
    for message in messages { store.send(message) }
  }
}

extension Send {
  /// Sleeps on the environment's clock.
  func sleep(_ seconds: Int) async throws {
    try await environment.clock.sleep(for: .seconds(seconds))
  }
}

/// All orders of some letters.
func effectsOrders(_ letters: String) -> [String] {
  if letters.count <= 1 { return [letters] }
  return letters.flatMap { first in
    effectsOrders(letters.filter { $0 != first }).map { "\(first)" + $0 }
  }
}
