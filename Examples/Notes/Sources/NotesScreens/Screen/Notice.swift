/// A sentence for the user, shown until the next action.
public struct Notice: Codable, Hashable, Sendable {
  public let text: String
  /// True for an error.
  public let isProblem: Bool

  public init(_ text: String, isProblem: Bool = false) {
    self.text = text
    self.isProblem = isProblem
  }
}
