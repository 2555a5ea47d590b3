import Millrace
import MillraceCoding

/// The search for a table's place in an archived state, by comparing the state with the same state without
/// its rows.
///
/// The place is right for later states as well if the difference is the rows alone, in the form of a table,
/// and the way to it has names only.
struct TableFinding: Error, CustomStringConvertible {
  /// The reason why there is no such place, as the end of a sentence.
  let description: String

  private init(_ description: String) {
    self.description = description
  }

  static var twice: TableFinding { TableFinding("it is named twice") }

  static var unreadable: TableFinding { TableFinding("the state without it cannot be encoded") }

  /// Returns the names of the members that lead to the rows.
  ///
  /// - Parameters:
  ///   - rows: The rows, in a table's form; not empty.
  ///   - whole: The state.
  ///   - rest: The state with an empty table.
  ///   - paths: The hidden paths of the store.
  static func place(
    of rows: JournalValue, in whole: JournalValue, without rest: JournalValue, hiding paths: [[String]]
  ) throws(TableFinding) -> TablePlace {
    var (place, whole, rest) = ([String](), whole, rest)
    while true {
      if rest == .array([]), case .array = whole {
        guard whole.isSame(as: rows) else {
          throw TableFinding("the state does not write it in the form of a table")
        }
        return try hidden(place, paths)
      }
      guard case .object(let members) = whole, case .object(let others) = rest,
        members.count == others.count,
        zip(members, others).allSatisfy({ ExactText($0.key) == ExactText($1.key) })
      else {
        throw TableFinding("the way to it in the archived state is not one of names alone")
      }
      let differing = members.indices.filter { !members[$0].value.isSame(as: others[$0].value) }
      guard differing.count == 1 else {
        throw TableFinding(
          differing.isEmpty
            ? "the archived state does not contain it" : "other parts of the archived state are made of it")
      }
      place.append(members[differing[0]].key)
      (whole, rest) = (members[differing[0]].value, others[differing[0]].value)
    }
  }

  private static func hidden(_ place: [String], _ paths: [[String]]) throws(TableFinding) -> TablePlace {
    if HiddenPaths.covers(place, paths) { return .hidden }
    if HiddenPaths.below(place, paths).contains(where: { $0.first.flatMap { Int($0) } != nil }) {
      throw TableFinding("a hidden path names one of its rows by its position, which changes; write `*`")
    }
    return .found(place)
  }
}

extension JournalValue {
  /// Compares values, numbers that are NaN by their bits.
  fileprivate func isSame(as other: JournalValue) -> Bool {
    switch (self, other) {
    case (.float(let left), .float(let right)): left.bitPattern == right.bitPattern
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    case (.object(let left), .object(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy {
          ExactText($0.key) == ExactText($1.key) && $0.value.isSame(as: $1.value)
        }
    default: self == other
    }
  }
}
