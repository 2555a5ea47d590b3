public import Aftermath

/// Something has happened elsewhere that the person shall read: whoever knows posts it.
public struct Remark: Fact, Codable, Hashable {
  /// What they shall read.
  public let notice: Notice

  /// A sentence for the person.
  public init(_ text: String, isProblem: Bool = false) { notice = Notice(text, isProblem: isProblem) }

  /// What remarks are called in a recording.
  static let journalName = "screen-remark"
}
