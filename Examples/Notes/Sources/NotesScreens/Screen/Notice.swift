/// A sentence for the person, which stands until they do the next thing.
public struct Notice: Codable, Hashable, Sendable {
  /// The sentence.
  public let text: String
  /// Whether something has gone wrong.
  public let isProblem: Bool

  /// A sentence that says what was done, or what has gone wrong.
  public init(_ text: String, isProblem: Bool = false) {
    self.text = text
    self.isProblem = isProblem
  }
}
