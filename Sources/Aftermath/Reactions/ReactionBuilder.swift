/// A type that makes a reaction, and may fail to.
///
/// ```swift
/// react(to: BookList.self, with: try BookListReaction(list: list).buildReaction())
/// ```
public protocol ReactionBuilder<Output> {
  /// The output that the reaction consumes.
  associatedtype Output

  /// Returns the reaction.
  func buildReaction() throws -> Reaction<Output>
}
