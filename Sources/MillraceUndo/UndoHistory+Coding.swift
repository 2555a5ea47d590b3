import Millrace
import MillraceSupport

/// A history is archived with its state: each step by its name and the old contents of its parts.
extension UndoHistory: Codable {
  private enum Key: String, CodingKey { case undo, redo, joining, changes, problem }
  private enum StepKey: String, CodingKey { case name, changes }
  private enum ChangeKey: String, CodingKey { case part, old }

  /// Reads an archived history.
  ///
  /// A step that cannot be read, because its part has another name or type today, is dropped with those that
  /// could be reached only through it, and is named in ``problem``. The rest of the history, and the state,
  /// can be read.
  public init(from decoder: any Decoder) throws {
    UndoPart.checkNames(of: State.undoParts)
    let container = try decoder.container(keyedBy: Key.self)
    problem = try container.decodeIfPresent(UndoProblem.self, forKey: .problem)
    past = try steps(in: container, .undo)
    future = try steps(in: container, .redo)
    joining = past.isEmpty ? nil : try container.decodeIfPresent(String.self, forKey: .joining)
    changeCount = try container.decodeIfPresent(Int.self, forKey: .changes) ?? 0
    past.removeFirst(max(0, past.count - max(0, State.undoLimit)))
  }

  private mutating func steps(in container: KeyedDecodingContainer<Key>, _ key: Key) throws -> [UndoStep] {
    guard container.contains(key) else { return [] }
    let parts = State.undoParts
    var list = try container.nestedUnkeyedContainer(forKey: key)
    var steps: [UndoStep] = []
    while !list.isAtEnd {
      let decoder = try list.superDecoder()
      var name = "step \(list.currentIndex)"
      do {
        let container = try decoder.container(keyedBy: StepKey.self)
        name = try container.decode(String.self, forKey: .name)
        let changes = try container.nestedUnkeyedContainer(forKey: .changes)
        steps.append(UndoStep(name: name, changes: try Self.changes(changes, parts)))
      } catch {
        problem = .unreadable(step: name, reason: CodingReason.text(error))
        steps = []
      }
    }
    return steps
  }

  private static func changes(
    _ list: any UnkeyedDecodingContainer, _ parts: [UndoPart<State>]
  ) throws -> [UndoChange] {
    var list = list
    var changes: [UndoChange] = []
    while !list.isAtEnd {
      let container = try list.nestedContainer(keyedBy: ChangeKey.self)
      let name = try container.decode(String.self, forKey: .part)
      guard let part = parts.first(where: { $0.name == name }) else {
        throw DecodingError.dataCorruptedError(
          forKey: .part, in: container, debugDescription: "there is no part `\(name)`")
      }
      let old = try part.recorder.decode(from: container.superDecoder(forKey: .old))
      changes.append(UndoChange(part: name, contents: old))
    }
    return changes
  }

  /// Writes the steps.
  ///
  /// Throws `EncodingError` if a part's values, ids or rows are not `Encodable`, and the encoder's errors.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try encode(past, to: &container, .undo)
    try encode(future, to: &container, .redo)
    try container.encodeIfPresent(joining, forKey: .joining)
    try container.encode(changeCount, forKey: .changes)
    try container.encodeIfPresent(problem, forKey: .problem)
  }

  private func encode(
    _ steps: [UndoStep], to container: inout KeyedEncodingContainer<Key>, _ key: Key
  ) throws {
    var list = container.nestedUnkeyedContainer(forKey: key)
    for step in steps {
      var container = list.nestedContainer(keyedBy: StepKey.self)
      try container.encode(step.name, forKey: .name)
      var changes = container.nestedUnkeyedContainer(forKey: .changes)
      for change in step.changes {
        var container = changes.nestedContainer(keyedBy: ChangeKey.self)
        try container.encode(change.part, forKey: .part)
        try change.contents.encode(to: container.superEncoder(forKey: .old))
      }
    }
  }
}
