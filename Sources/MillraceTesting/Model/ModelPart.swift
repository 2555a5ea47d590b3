public import Millrace

/// The part of a state that requests belong to, by its name and by which one of its kind it is.
public struct ModelPart: Hashable, Sendable {
  let tag: PartTag
  let ownsNames: Bool

  /// A part.
  ///
  /// - Parameters:
  ///   - name: What the part is called.
  ///   - identity: Which one of its kind it is; nil where that is not told.
  public init(_ name: EffectID, identity: EffectID? = nil) {
    tag = identity.map { PartTag(name, $0) } ?? PartTag(name)
    ownsNames = true
  }

  package init(_ membership: PartMembership) {
    tag = membership.tag
    ownsNames = membership.ownsNames
  }
}

/// Where a request was made: in which part, and under whose names.
struct ModelContext: Hashable {
  /// The part and those around it, the outermost first.
  var path: [PartTag] = []
  /// How many of them lead to the one whose ids and queues are meant.
  var names = 0

  var namesPath: ArraySlice<PartTag> { path[..<names] }

  func inner(_ part: ModelPart) -> ModelContext {
    ModelContext(path: path + [part.tag], names: part.ownsNames ? path.count + 1 : names)
  }

  /// True when it is another, or of a part inside of it.
  func isAtOrInside(_ outer: some Collection<PartTag>) -> Bool { path.starts(with: outer) }

  /// True when it is what ends when the part of a name is left in another context.
  func isLeft(_ name: EffectID, in outer: ModelContext) -> Bool {
    isAtOrInside(outer.path) && path.dropFirst(outer.path.count).first?.name == name
  }
}
