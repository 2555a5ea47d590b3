import InspectorCore
import InspectorOut
import Millrace
import MillraceJournal

/// Other turns from a turn on, as the application has computed them; nothing of it has happened.
struct Branch: Sendable {
  /// A turn of a branch.
  struct Turn: Sendable {
    /// Its number in the branch.
    let number: UInt64
    /// The number of the turn that was kept; nil for a new message.
    let original: UInt64?
    let store: Int
    let name: String
    let text: String
    let kind: String
    let message: [UInt8]
    let cause: Cause
    /// True if the state of its store is the one that followed the same turn; nil if that is not known.
    var isSame: Bool?
  }

  /// The turn after which it begins.
  let from: UInt64
  var turns: [Turn]
  /// The states before the first turn, by store.
  let bases: [Int: HistoryState]
  /// The states after turns, by store.
  var states: [Int: [UInt64: HistoryState]] = [:]
  var problems: [Problem] = []

  /// A part of a branch that could not be computed.
  struct Problem: Sendable {
    let store: String
    let turn: UInt64?
    let why: String
  }

  /// The last turn of the branch.
  var last: UInt64 { turns.last?.number ?? from }

  /// The state of a store after a turn of the branch; nil without one.
  func state(of store: Int, after turn: UInt64) -> HistoryState? {
    let own = turns.last { $0.store == store && $0.number <= turn }
    return own.map { states[store]?[$0.number] } ?? bases[store]
  }

  /// The number of bytes of its states.
  var size: Int { states.values.reduce(0) { $0 + $1.values.reduce(0) { $0 + $1.document.bytes.count } } }

  /// The first turn whose state is another than the one that followed it before.
  var parting: Turn? { turns.first { $0.isSame == false } }

  /// The branch as a stretch, whose effects have not begun.
  func stretch(_ view: HistoryView) throws(InspectorProblem) -> Stretch {
    let index = view.index
    let at = index.place(of: from).map { index.turns[$0].at } ?? view.facts.began
    let numbers = Dictionary(
      turns.compactMap { turn in turn.original.map { ($0, turn.number) } },
      uniquingKeysWith: { first, _ in first })
    var stretch = Stretch(
      application: view.facts.application, flow: view.facts.flow,
      stores: index.stores.filter(\.isExact).map { .init(name: $0.name, isExact: true) }, turns: [])
    for (place, turn) in turns.enumerated() {
      var cause = Cause.posted
      if case .turn(let leading) = turn.cause, let number = numbers[leading], number < turn.number {
        cause = .turn(number)
      } else if turn.original == nil || turn.cause == .sent {
        cause = .sent
      }
      stretch.turns.append(
        Stretch.Turn(
          number: turn.number, at: at &+ Int64(place + 1) &* 1_000_000, store: index.stores[turn.store].name,
          name: turn.name, text: turn.text, kind: SchemaKind(turn.kind),
          message: try? JournalValue(json: turn.message), cause: cause))
    }
    for (store, state) in bases {
      if let state = Stretch.State(state, of: index.stores[store].name, after: from) {
        stretch.states.append(state)
      }
    }
    guard !stretch.turns.isEmpty else {
      throw .impossible("The branch has no turns to export; add one.")
    }
    return stretch
  }
}

/// The branches of a history that were computed lately.
final class BranchBook: Sendable {
  /// The maximum number of branches; the oldest makes place for another.
  static let limit = 8
  /// The maximum number of turns of a branch.
  static let turnLimit = 10_000
  /// The maximum size of the states that are asked for, in bytes.
  static let sizeLimit = 32 << 20

  private let branches = BranchList()

  /// Adds a branch, and returns its number.
  func add(_ branch: Branch) -> Int { branches.add(branch) }

  /// Throws a branch away.
  func remove(_ id: Int) { branches.remove(id) }

  /// The branch with a number.
  subscript(id: Int) -> Branch {
    get throws(InspectorProblem) {
      guard let branch = branches.find(id) else {
        throw .missing("There is no branch \(id); it was thrown away, or \(Self.limit) others came after it.")
      }
      return branch
    }
  }

  /// The branch that was computed last.
  var last: Branch {
    get throws(InspectorProblem) {
      guard let branch = branches.find(nil) else {
        throw .missing("No branch of this history has been computed.")
      }
      return branch
    }
  }
}
