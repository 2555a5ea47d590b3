import MillraceCoding

/// The places in states and messages that are never sent.
///
/// A path is the store's name and the names of members with points between them; `*` stands for any member or
/// element. It hides everything below it.
struct HiddenPaths: Sendable {
  /// The text in the place of a hidden value.
  static let replacement = JournalValue.text("(hidden)")

  private var paths: [String: [[String]]] = [:]
  /// The paths that begin with `*`, for stores of any name.
  private var general: [[String]] = []

  init(_ texts: [String]) {
    for text in texts {
      let steps = text.split(separator: ".", omittingEmptySubsequences: true).map(String.init)
      guard let store = steps.first else { continue }
      if store == "*" {
        general.append(Array(steps.dropFirst()))
      } else {
        paths[store, default: []].append(Array(steps.dropFirst()))
      }
    }
  }

  /// Returns the paths below a store; empty if nothing of it is hidden.
  func paths(of store: String) -> [[String]] { general + (paths[store] ?? []) }

  /// Returns a value in which the hidden places are replaced.
  ///
  /// O(members on the way to hidden places).
  static func hide(
    _ paths: [[String]], in value: JournalValue, with replacement: JournalValue = replacement
  ) -> JournalValue {
    if paths.isEmpty { return value }
    if paths.contains(where: \.isEmpty) { return replacement }
    switch value {
    case .object(let members):
      return .object(
        members.map { member in
          .init(key: member.key, value: hide(below(member.key, paths), in: member.value, with: replacement))
        })
    case .array(let items):
      return .array(
        items.enumerated().map { hide(below("\($0.offset)", paths), in: $0.element, with: replacement) })
    case .null, .bool, .integer, .unsigned, .float, .text, .bytes: return value
    }
  }

  /// Returns the paths below a place of a store's state.
  static func below(_ place: [String], _ paths: [[String]]) -> [[String]] {
    place.reduce(paths) { below($1, $0) }
  }

  /// Returns whether a place of a store's state is hidden, by itself or with what it stands in.
  static func covers(_ place: [String], _ paths: [[String]]) -> Bool {
    paths.contains { path in
      path.count <= place.count && zip(path, place).allSatisfy { $0 == "*" || $0 == $1 }
    }
  }

  private static func below(_ key: String, _ paths: [[String]]) -> [[String]] {
    paths.compactMap { path in
      path.first == "*" || path.first == key ? Array(path.dropFirst()) : nil
    }
  }

  /// Returns true if one of the paths leads to a value.
  static func leads(_ paths: [[String]], into value: JournalValue) -> Bool {
    // What is sent has the replacement there already.
    hide(paths, in: value, with: .null) != value
  }
}
