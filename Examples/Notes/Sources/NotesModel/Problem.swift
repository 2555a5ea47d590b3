/// The problem details of a server (RFC 9457): the reason why a request has failed.
public struct Problem: Codable, Hashable, Sendable {
  /// A link to a description; nothing here.
  public var type: String?
  /// The kind of problem, in a few words.
  public var title: String?
  public var status: Int?
  /// The sentence for the user.
  public var detail: String?
  /// The current version of the item, where another one was required.
  public var version: Int?
  /// The current item; null if it was deleted.
  public var current: Item??
  /// The errors of the body.
  public var errors: [Flaw]?

  public init(title: String, status: Int, detail: String) {
    type = "about:blank"
    self.title = title
    self.status = status
    self.detail = detail
  }
}

/// An error at one location of a body.
public struct Flaw: Codable, Hashable, Sendable {
  /// The location, as a JSON pointer: `/address/geo/lat`.
  public var path: String
  public var detail: String

  public init(_ path: String, _ detail: String) {
    self.path = path
    self.detail = detail
  }
}

extension DecodingError {
  /// The location and the error, without a final period.
  public var reason: String {
    func place(_ context: Context) -> String {
      "/" + context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "/")
    }
    return switch self {
    case .keyNotFound(let key, let context): "`\(place(context))` has no `\(key.stringValue)`"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "`\(place(context))` has the wrong type"
    case .dataCorrupted(let context) where context.codingPath.isEmpty: "it is not JSON"
    case .dataCorrupted(let context): "`\(place(context))` is invalid"
    @unknown default: "it has another structure"
    }
  }
}
