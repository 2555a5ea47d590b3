/// The head of an answer: what stands before its body.
struct AnswerHead: Sendable, Equatable {
  /// The status, such as 200.
  var status: Int
  /// The header fields; several of one name are one, with commas.
  var headers: [String: String]

  /// The value of a field, whose name is the same in upper and lower case.
  func header(_ name: String) -> String? { headers.field(name)?.value }
}
