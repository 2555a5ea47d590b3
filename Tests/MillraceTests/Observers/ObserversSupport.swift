import Millrace

/// Counts how often something was done; shared by copies of the values that carry it.
final class ObserversMeter {
  var count = 0
}

/// A number whose comparisons are counted.
struct ObserversCounted: Equatable {
  var number = 0
  let meter: ObserversMeter

  static func == (left: ObserversCounted, right: ObserversCounted) -> Bool {
    left.meter.count += 1
    return left.number == right.number
  }
}

/// An id whose hashes are counted: a look-up in a dictionary hashes once, whatever is in the dictionary.
struct ObserversID: Hashable {
  let number: Int
  let meter: ObserversMeter

  static func == (left: ObserversID, right: ObserversID) -> Bool { left.number == right.number }

  func hash(into hasher: inout Hasher) {
    meter.count += 1
    hasher.combine(number)
  }
}

struct ObserversState {
  struct Child: Equatable {
    var name = ""
    var age = 0
  }

  struct Place: Equatable {
    var row = 0
    var column = 0
  }

  enum Phase: Equatable {
    case idle
    case loading(Int)
  }

  var count = 0
  var title = ""
  var place = Place()
  var child: Child?
  var phase = Phase.idle
  var items: [Int] = []
  var notes = RowTable<Int, String>()
  /// Stored, and yet without an address, because it has a setter of its own.
  var level = 0 { didSet { levelChanges += 1 } }
  var levelChanges = 0

  var doubled: Int { count * 2 }
  var isEven: Bool { count % 2 == 0 }
}

/// A message that is the change it makes.
struct ObserversEdit<State>: Sendable {
  let change: @Sendable (inout State) -> Void
}

typealias ObserversStore = Store<ObserversState, ObserversEdit<ObserversState>>

/// A store whose messages say what they change.
func observersStore<State>(
  _ state: State, isolation: isolated (any Actor)? = #isolation
) -> Store<State, ObserversEdit<State>> {
  Store(state) { state, message in
    message.change(&state)
    return .none
  }
}

extension Store {
  /// One turn that makes this change.
  func edit(
    isolation: isolated (any Actor)? = #isolation, _ change: @escaping @Sendable (inout State) -> Void
  ) where Message == ObserversEdit<State> {
    send(ObserversEdit(change: change), isolation: isolation)
  }
}

/// An owner of observers, or something that a closure holds.
final class ObserversProbe {
  let name: String

  init(_ name: String = "") {
    self.name = name
  }
}

/// Shows if a closure is still there that holds something made by `hold`.
final class ObserversWitness {
  private(set) weak var probe: ObserversProbe?

  init<Result>(_ result: inout Result, _ hold: (ObserversProbe) -> Result) {
    let probe = ObserversProbe()
    self.probe = probe
    result = hold(probe)
  }

  init(_ hold: (ObserversProbe) -> Void) {
    let probe = ObserversProbe()
    self.probe = probe
    hold(probe)
  }
}
