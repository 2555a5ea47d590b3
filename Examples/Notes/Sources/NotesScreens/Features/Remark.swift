public import Aftermath

/// A notice for the user from another part of the program.
public struct Remark: Fact, Codable, Hashable {
  public let notice: Notice

  public init(_ text: String, isProblem: Bool = false) { notice = Notice(text, isProblem: isProblem) }
}
