import Millrace

/// A value that is built in any order, for values that one pass cannot write; see ``RecordWriter``.
final class RecordTree {
  private enum Content {
    case empty
    case single(JournalValue)
    case keyed([(key: String, node: RecordTree)], places: [ExactText: Int])
    case unkeyed([RecordTree])
  }

  private var content = Content.empty
  private let depth: Int
  /// The root node, which keeps the first error of a call that cannot throw.
  private let root: RecordTree?
  private(set) var failure: EncodingError?

  init() {
    depth = 0
    root = nil
  }

  private init(in outer: RecordTree) {
    depth = outer.depth + 1
    root = outer.root ?? outer
  }

  /// The number of elements of an array.
  var count: Int { if case .unkeyed(let nodes) = content { nodes.count } else { 0 } }

  func value() -> JournalValue {
    switch content {
    case .empty: .object([])
    case .single(let value): value
    case .keyed(let members, _):
      .object(members.map { JournalValue.Member(key: $0.key, value: $0.node.value()) })
    case .unkeyed(let nodes): .array(nodes.map { $0.value() })
    }
  }

  func put(_ value: JournalValue, _ path: @autoclosure () -> [any CodingKey]) throws {
    guard case .empty = content else {
      throw Self.error(path(), "two values were encoded instead of one")
    }
    guard value.isNested(within: JournalValue.nestingLimit - depth) else {
      throw Self.error(path(), RecordWriter.tooDeep)
    }
    content = .single(value)
  }

  /// Makes this node an object or an array unless it is one already.
  func open(isKeyed: Bool, _ path: @autoclosure () -> [any CodingKey]) {
    switch (content, isKeyed) {
    case (.empty, _):
      if depth >= JournalValue.nestingLimit { fail(path(), RecordWriter.tooDeep) }
      content = isKeyed ? .keyed([], places: [:]) : .unkeyed([])
    case (.keyed, true), (.unkeyed, false): break
    default: fail(path(), "two containers of different kinds were requested for one value")
    }
  }

  /// Returns the node of a key: a new one, or for a container the existing one.
  func node(_ key: String, isNew: Bool) -> RecordTree {
    guard case .keyed(var members, var places) = content else { return RecordTree(in: self) }
    content = .empty
    defer { content = .keyed(members, places: places) }
    if let place = places[ExactText(key)] {
      if isNew { members[place].node = RecordTree(in: self) }
      return members[place].node
    }
    let node = RecordTree(in: self)
    places[ExactText(key)] = members.count
    members.append((key, node))
    return node
  }

  func node() -> RecordTree {
    let node = RecordTree(in: self)
    guard case .unkeyed(var nodes) = content else { return node }
    content = .empty
    nodes.append(node)
    content = .unkeyed(nodes)
    return node
  }

  /// Removes the value that was begun last, under a key or at the end.
  func takeBack(_ key: String?) {
    switch content {
    case .keyed(let members, _):
      let rest = members.filter { $0.key != key }
      let places = Dictionary(
        rest.enumerated().map { (ExactText($1.key), $0) }, uniquingKeysWith: { first, _ in first })
      content = .keyed(rest, places: places)
    case .unkeyed(let nodes): content = .unkeyed(nodes.dropLast())
    default: break
    }
  }

  private func fail(_ path: [any CodingKey], _ reason: String) {
    let root = root ?? self
    if root.failure == nil { root.failure = Self.error(path, reason) }
  }

  static func error(_ path: [any CodingKey], _ reason: String) -> EncodingError {
    EncodingError.invalidValue((), .init(codingPath: path, debugDescription: reason))
  }
}
