import Katana
import Millrace
import MillraceTesting

/// The entries that several threads have written, in the order in which they did.
final class DemoLog<Entry: Sendable>: Sendable {
  private let stored = Locked<[Entry]>([])

  var entries: [Entry] { stored.withLock { $0 } }

  func add(_ entry: Entry) { stored.withLock { $0.append(entry) } }
}

/// A door that is shut until it is opened, once and for all.
final class DemoLatch: Sendable {
  private let stored = Locked<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>])>((false, []))

  func wait() async {
    await withCheckedContinuation { waiter in
      let isOpen = stored.withLock { content in
        if !content.isOpen { content.waiters.append(waiter) }
        return content.isOpen
      }
      if isOpen { waiter.resume() }
    }
  }

  func open() {
    let waiters = stored.withLock { content in
      content.isOpen = true
      defer { content.waiters = [] }
      return content.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}

/// Dispatchers that are kept until a test releases them.
final class DemoShelf: Sendable {
  private let stored = Locked<[Dispatcher]>([])

  var kept: [Dispatcher] { stored.withLock { $0 } }

  func keep(_ dispatch: Dispatcher) { stored.withLock { $0.append(dispatch) } }

  func release() {
    let released = stored.withLock { dispatches in
      defer { dispatches = [] }
      return dispatches
    }
    withExtendedLifetime(released) {}
  }
}

struct DemoFailure: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

struct DemoSlice: Model, Equatable {
  var value = 0
  var rows: [Int] = []
}

struct DemoRow: Model, Equatable, Identifiable {
  let id: Int
  var value = 0
}

enum DemoPage: Model, Equatable {
  case empty
  case loaded(DemoSlice)

  static var loaded: Prism<DemoPage, DemoSlice> {
    Prism(tryGet: { if case .loaded(let slice) = $0 { slice } else { nil } }, inject: { .loaded($0) })
  }
}

struct DemoModel: Model, Equatable {
  var left = DemoSlice()
  var right = DemoSlice()
  var page = DemoPage.empty
  var table = RowTable<Int, DemoRow>()
  var heard: [String] = []

  /// Not stored: `left` with its value doubled.
  var doubled: DemoSlice {
    get { DemoSlice(value: left.value * 2, rows: left.rows) }
    set { left = DemoSlice(value: newValue.value / 2, rows: newValue.rows) }
  }
}

/// The messages that the slices of these tests understand.
enum DemoStep: Message, Equatable {
  case add(Int)
  case push(Int)
  case quiet
}

/// A message that none of them understands.
struct DemoUnknown: Message, Equatable {}

struct DemoMark: Command, Equatable {
  let name: String

  init(_ name: String) { self.name = name }
}

/// Counts, and leaves a mark with its name and the value that it saw.
struct DemoCounting: TypedUpdater {
  var name = ""

  func update(model: inout DemoSlice, message: DemoStep) -> [any Command] {
    let before = model.value
    switch message {
    case .add(let amount): model.value += amount
    case .push(let element): model.rows.append(element)
    case .quiet: return []
    }
    return [DemoMark("\(name)\(before)")]
  }
}

/// A text that a model writes down.
struct DemoText: Message, Equatable, ExpressibleByStringLiteral {
  let text: String

  init(_ text: String) { self.text = text }
  init(stringLiteral value: String) { text = value }
}

/// A store that writes down each `DemoText` and then asks for what a script says, with a clock moved by hand.
final class DemoRig {
  let clock: ManualClock
  let flow: Flow
  let store: Katana.Store<DemoModel>
  let errors = DemoLog<FlowError>()

  init(
    interpreters: [any AnyCommandInterpreter] = [], reportsUnhandled: Bool = false,
    subscriptions: (any SubscriptionProvider<DemoModel>)? = nil,
    subscriptionInterpreters: [any AnySubscriptionInterpreter.Type] = [], seed: UInt64 = 1,
    isolation: isolated (any Actor)? = #isolation,
    _ script: @escaping @Sendable (String) -> [any Command] = { _ in [] }
  ) throws {
    clock = ManualClock()
    flow = Flow(name: "demo", environment: StoreEnvironment(clock: clock, random: .seeded(seed)))
    flow.errorHandler = { [errors] in errors.add($0) }
    store = try Katana.Store(
      model: DemoModel(),
      updater: FunctionUpdater { (model: inout DemoModel, message: DemoText) in
        model.heard.append(message.text)
        return script(message.text)
      }, interpreters: interpreters, subscriptions: subscriptions,
      subscriptionInterpreters: subscriptionInterpreters, reportsUnhandled: reportsUnhandled, name: "store",
      flow: flow)
  }

  var heard: [String] { store.model.heard }

  func dispatch(_ texts: String..., isolation: isolated (any Actor)? = #isolation) {
    for text in texts { store.dispatch(DemoText(text)) }
  }
}

/// The source of chance of a test; its seed stands in the message of a failure.
func demoRandom(_ seed: UInt64) -> RandomSource { .seeded(seed) }

/// The address of an array's elements.
func demoPlace(_ array: [Int]) -> Int {
  array.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
}
