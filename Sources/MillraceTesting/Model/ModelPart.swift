public import Millrace

/// The part of a state that requests belong to: its name, and its identity among parts of its kind.
public struct ModelPart: Hashable, Sendable {
  let tag: PartTag
  let ownsNames: Bool
  /// True if the answers of parts inside it pass on to the state around it.
  let passesAnswers: Bool
  /// True for the receiver of the part's answers.
  let isAnswer: Bool

  /// Creates a part.
  ///
  /// - Parameters:
  ///   - name: The name of the part.
  ///   - identity: The identity among parts of its kind; nil where it is not known.
  public init(_ name: EffectID, identity: EffectID? = nil) {
    tag = identity.map { PartTag(name, $0) } ?? PartTag(name)
    ownsNames = true
    passesAnswers = false
    isAnswer = false
  }

  package init(_ membership: PartMembership) {
    tag = membership.tag
    ownsNames = membership.ownsNames
    passesAnswers = membership.passesAnswers
    isAnswer = membership.isAnswer
  }
}

/// The context of a request: its part, and the part whose names it uses.
struct ModelContext: Hashable {
  /// The part and those around it, the outermost first.
  var path: [PartTag] = []
  /// The number of parts on the path down to the one whose ids and queues apply.
  var names = 0
  /// The number of parts on the path down to the one that receives the part's answers.
  var receiver = 0
  /// True if the part itself receives no answers.
  var passesAnswers = false

  var namesPath: ArraySlice<PartTag> { path[..<names] }

  func inner(_ part: ModelPart) -> ModelContext {
    if part.isAnswer { return ModelContext(path: Array(path[..<receiver]), names: receiver) }
    return ModelContext(
      path: path + [part.tag], names: part.ownsNames ? path.count + 1 : names,
      receiver: passesAnswers ? receiver : path.count, passesAnswers: part.passesAnswers)
  }

  /// Returns true when it is the other context, or inside of it.
  func isAtOrInside(_ outer: some Collection<PartTag>) -> Bool { path.starts(with: outer) }

  /// Returns true when it ends with the part of this name in another context.
  func isLeft(_ name: EffectID, in outer: ModelContext) -> Bool {
    isAtOrInside(outer.path) && path.dropFirst(outer.path.count).first?.name == name
  }
}
