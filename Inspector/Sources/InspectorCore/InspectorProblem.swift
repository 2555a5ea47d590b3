/// The reason why a request of the page cannot be answered, with its status of HTTP.
public struct InspectorProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The status of the answer, 400 to 599.
  public let status: Int
  /// A sentence that says what happened, why, and what to do.
  public let description: String

  /// Creates a problem.
  public init(_ status: Int, _ sentence: String) {
    self.status = status
    description = sentence
  }

  /// The request itself is wrong.
  public static func malformed(_ sentence: String) -> InspectorProblem { InspectorProblem(400, sentence) }

  /// The thing does not exist here.
  public static func missing(_ sentence: String) -> InspectorProblem { InspectorProblem(404, sentence) }

  /// The answer is not possible in this history, or not now.
  public static func impossible(_ sentence: String) -> InspectorProblem { InspectorProblem(409, sentence) }

  /// The server has failed.
  public static func failure(_ sentence: String) -> InspectorProblem { InspectorProblem(500, sentence) }
}
