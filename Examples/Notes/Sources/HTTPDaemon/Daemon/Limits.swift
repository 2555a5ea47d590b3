/// How much a server takes from those who ask.
public struct Limits: Hashable, Sendable {
  /// The bytes of a request's body.
  public var body = 1 << 20
  /// The bytes of a request's line and headers.
  public var head = 32 << 10
  /// The bytes of a request's target.
  public var target = 8 << 10
  /// The bytes that are read and thrown away of a body that is too long, before the connection is cut.
  ///
  /// Whoever sends in chunks cannot be answered before they have ended.
  public var discarded = 256 << 20
  /// The bytes of all bodies that are being received; the ones beyond are refused.
  public var bodies = 64 << 20
  /// The bytes of all long answers that have not been taken; while there are more, further ones are refused.
  public var answers = 128 << 20
  /// The connections that are served at once; the ones beyond are told so, and closed.
  public var connections = 512
  /// The connections of one address that are served at once.
  public var connectionsPerAddress = 128
  /// For how many seconds nothing may come on a connection, or be taken of an answer, and how long a request's head may
  /// take.
  public var silence = 30
  /// How many seconds a body may take.
  public var bodySeconds = 120

  /// The limits of a server for a few people.
  public init() {}

  /// How many connections beyond those that are served are there for being refused.
  static let refused = 64
  /// The most connections of one address; further ones are closed without an answer.
  static let refusedPerAddress = 16
}
