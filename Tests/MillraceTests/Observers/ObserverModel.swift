import Millrace
import TestResources

/// The state made of nothing clever: the naive side of the property test.
///
/// Each write of a row draws a new version, so a row has been changed exactly when its version differs.
struct ObserverModel: Equatable {
  struct Row: Equatable {
    var id: Int
    var value: Int
    var version: Int
  }

  var left = 0
  var right = 0
  var child: Int?
  var rows: [Row] = []
  /// Differs exactly when something was done to the table.
  var tableVersion = 0
  /// The tables that were put aside.
  var saved: [SavedTable] = []

  struct SavedTable: Equatable {
    var rows: [Row]
    var version: Int
  }

  func row(_ id: Int) -> Row? { rows.first { $0.id == id } }
}

/// The state of the store under test.
struct ObserverModelState {
  var left = 0
  var right = 0
  var child: ObserversState.Child?
  var table = RowTable<Int, Int>()
  var saved: [RowTable<Int, Int>] = []

  var sum: Int { left + right }
}

/// One thing that a turn does, to the state and to its model.
enum ObserverModelStep: Sendable {
  case left(Int)
  case right(Int)
  case child(Int?)
  case put(id: Int, value: Int)
  case remove(id: Int)
  case updateIfThere(id: Int)
  case move(id: Int, to: Int)
  case sort
  case updateAll
  case clear
  case save
  case restore(Int)
  case literal

  static func random(using random: inout SeededGenerator) -> ObserverModelStep {
    let id = Int.random(in: 0..<24, using: &random)
    return switch Int.random(in: 0..<40, using: &random) {
    case 0..<4: .left(Int.random(in: 0..<3, using: &random))
    case 4..<8: .right(Int.random(in: 0..<3, using: &random))
    case 8..<11: .child(Bool.random(using: &random) ? id % 2 : nil)
    case 11..<22: .put(id: id, value: Int.random(in: 0..<5, using: &random))
    case 22..<26: .remove(id: id)
    case 26..<29: .updateIfThere(id: id)
    case 29..<32: .move(id: id, to: Int.random(in: 0..<24, using: &random))
    case 32: .sort
    case 33: .updateAll
    case 34: .clear
    case 35: .save
    case 36..<39: .restore(Int.random(in: 0..<5, using: &random))
    default: .literal
    }
  }

  func apply(to state: inout ObserverModelState) {
    switch self {
    case .left(let number): state.left = number
    case .right(let number): state.right = number
    case .child(let age): state.child = age.map { ObserversState.Child(age: $0) }
    case .put(let id, let value): state.table[id] = value
    case .remove(let id): state.table[id] = nil
    case .updateIfThere(let id): state.table.update(id: id) { $0 += 1 }
    case .move(let id, let position):
      if state.table.count > 0 { state.table.move(id: id, to: position % state.table.count) }
    case .sort: state.table.sort { $0.id < $1.id }
    case .updateAll: state.table.updateAll { $1 += 1 }
    case .clear: state.table.removeAll()
    case .save: state.saved.append(state.table)
    case .restore(let index): if !state.saved.isEmpty { state.table = state.saved[index % state.saved.count] }
    case .literal: state.table = [1: 10, 2: 20]
    }
  }

  func apply(to model: inout ObserverModel, version: inout Int) {
    /// Something was done to the table.
    func touch() -> Int {
      version += 1
      model.tableVersion = version
      return version
    }
    switch self {
    case .left(let number): model.left = number
    case .right(let number): model.right = number
    case .child(let age): model.child = age
    case .put(let id, let value):
      if let place = model.rows.firstIndex(where: { $0.id == id }) {
        model.rows[place] = .init(id: id, value: value, version: touch())
      } else {
        model.rows.append(.init(id: id, value: value, version: touch()))
      }
    case .remove(let id):
      if model.row(id) != nil { _ = touch() }
      model.rows.removeAll { $0.id == id }
    case .updateIfThere(let id):
      guard let place = model.rows.firstIndex(where: { $0.id == id }) else { return }
      model.rows[place].value += 1
      model.rows[place].version = touch()
    case .move(let id, let position):
      guard let place = model.rows.firstIndex(where: { $0.id == id }) else { return }
      let target = position % model.rows.count
      if target == place { return }
      model.rows.insert(model.rows.remove(at: place), at: target)
      _ = touch()
    case .sort:
      let sorted = model.rows.sorted { $0.id < $1.id }
      if sorted != model.rows { _ = touch() }
      model.rows = sorted
    case .updateAll:
      if model.rows.isEmpty { return }
      let now = touch()
      for place in model.rows.indices {
        model.rows[place].value += 1
        model.rows[place].version = now
      }
    case .clear:
      if model.rows.isEmpty { return }
      _ = touch()
      model.rows = []
    case .save: model.saved.append(.init(rows: model.rows, version: model.tableVersion))
    case .restore(let index):
      if model.saved.isEmpty { return }
      let saved = model.saved[index % model.saved.count]
      model.rows = saved.rows
      model.tableVersion = saved.version
    case .literal:
      let now = touch()
      model.rows = [.init(id: 1, value: 10, version: now), .init(id: 2, value: 20, version: now)]
    }
  }
}
