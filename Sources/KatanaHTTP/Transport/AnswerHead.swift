/// The head of an answer: its status and header fields.
struct AnswerHead: Sendable, Equatable {
  /// The status, such as 200.
  var status: Int
  /// The header fields; several of one name are joined with commas.
  var headers: [String: String]

  /// Returns the value of a field, whatever the case of its name.
  func header(_ name: String) -> String? { headers.field(name)?.value }
}
