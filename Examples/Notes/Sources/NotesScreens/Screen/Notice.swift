public import Aftermath

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

/// A notice for the user from another part of the program.
public struct Remark: Fact, Codable, Hashable {
  public let notice: Notice

  public init(_ text: String, isProblem: Bool = false) { notice = Notice(text, isProblem: isProblem) }
}
