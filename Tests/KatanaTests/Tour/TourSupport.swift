import Katana
import Millrace
import MillraceTesting
import Synchronization

/// The entries that several threads have written, in the order in which they did.
final class TourLog<Entry: Sendable>: Sendable {
  private let stored = Mutex<[Entry]>([])

  var entries: [Entry] { stored.withLock { $0 } }

  func add(_ entry: Entry) { stored.withLock { $0.append(entry) } }
}

/// A door that is shut until it is opened, once and for all.
final class TourLatch: Sendable {
  private let stored = Mutex<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>])>((false, []))

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

/// A `Dispatcher` that is kept somewhere, and let go when it is told to.
final class TourShelf: Sendable {
  private let stored = Mutex<[Dispatcher]>([])

  var kept: [Dispatcher] { stored.withLock { $0 } }

  func keep(_ dispatch: Dispatcher) { stored.withLock { $0.append(dispatch) } }

  func letGo() {
    let gone = stored.withLock { dispatches in
      defer { dispatches = [] }
      return dispatches
    }
    withExtendedLifetime(gone) {}
  }
}

struct TourFailure: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

struct TourSlice: Model, Equatable {
  var value = 0
  var rows: [Int] = []
}

struct TourRow: Model, Equatable, Identifiable {
  let id: Int
  var value = 0
}

enum TourPage: Model, Equatable {
  case empty
  case loaded(TourSlice)

  static var loaded: Prism<TourPage, TourSlice> {
    Prism(tryGet: { if case .loaded(let slice) = $0 { slice } else { nil } }, inject: { .loaded($0) })
  }
}

struct TourModel: Model, Equatable {
  var left = TourSlice()
  var right = TourSlice()
  var page = TourPage.empty
  var table = RowTable<Int, TourRow>()
  var heard: [String] = []

  /// Not stored: `left` with its value doubled.
  var doubled: TourSlice {
    get { TourSlice(value: left.value * 2, rows: left.rows) }
    set { left = TourSlice(value: newValue.value / 2, rows: newValue.rows) }
  }
}

/// The messages that the slices of these tests understand.
enum TourStep: Message, Equatable {
  case add(Int)
  case push(Int)
  case quiet
}

/// A message that none of them understands.
struct TourUnknown: Message, Equatable {}

struct TourMark: Command, Equatable {
  let name: String

  init(_ name: String) { self.name = name }
}

/// Counts, and leaves a mark with its name and the value that it saw.
struct TourCounting: TypedUpdater {
  var name = ""

  func update(model: inout TourSlice, message: TourStep) -> [any Command] {
    let before = model.value
    switch message {
    case .add(let amount): model.value += amount
    case .push(let element): model.rows.append(element)
    case .quiet: return []
    }
    return [TourMark("\(name)\(before)")]
  }
}

/// A text that a model writes down.
struct TourText: Message, Equatable, ExpressibleByStringLiteral {
  let text: String

  init(_ text: String) { self.text = text }
  init(stringLiteral value: String) { text = value }
}

/// A store that writes down each `TourText` and then asks for what a script says, with a clock moved by hand.
final class TourRig {
  let clock: ManualClock
  let flow: Flow
  let store: Katana.Store<TourModel>
  let errors = TourLog<FlowError>()

  init(
    interpreters: [any AnyCommandInterpreter] = [], reportsUnhandled: Bool = false,
    subscriptions: (any SubscriptionProvider<TourModel>)? = nil,
    subscriptionInterpreters: [any AnySubscriptionInterpreter.Type] = [], seed: UInt64 = 1,
    isolation: isolated (any Actor)? = #isolation, _ script: @escaping (String) -> [any Command] = { _ in [] }
  ) throws {
    clock = ManualClock()
    flow = Flow(name: "tour", environment: StoreEnvironment(clock: clock, random: .seeded(seed)))
    flow.errorHandler = { [errors] in errors.add($0) }
    store = try Katana.Store(
      model: TourModel(),
      updater: FunctionUpdater { (model: inout TourModel, message: TourText) in
        model.heard.append(message.text)
        return script(message.text)
      }, interpreters: interpreters, subscriptions: subscriptions,
      subscriptionInterpreters: subscriptionInterpreters, reportsUnhandled: reportsUnhandled, name: "store",
      flow: flow)
  }

  var heard: [String] { store.model.heard }

  func dispatch(_ texts: String..., isolation: isolated (any Actor)? = #isolation) {
    for text in texts { store.dispatch(TourText(text)) }
  }
}

/// The source of chance of a test; its seed stands in the message of a failure.
func tourRandom(_ seed: UInt64) -> RandomSource { .seeded(seed) }

/// The address of an array's elements.
func tourPlace(_ array: [Int]) -> Int {
  array.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
}
