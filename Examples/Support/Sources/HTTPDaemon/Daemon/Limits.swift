/// The limits of a server.
public struct Limits: Hashable, Sendable {
  /// The maximum size of a request's body, in bytes.
  public var body = 1 << 20
  /// The maximum size of a request's line and headers, in bytes.
  public var head = 32 << 10
  /// The maximum size of a request's target, in bytes.
  public var target = 8 << 10
  /// The number of bytes of an oversized body that are read and discarded before the connection is closed.
  ///
  /// A client that sends in chunks can be answered only after the body's end.
  public var discarded = 256 << 20
  /// The maximum size of all bodies being received, in bytes; further ones are refused.
  public var bodies = 64 << 20
  /// The maximum size of all long answers not yet sent, in bytes; above it, further ones are refused.
  public var answers = 128 << 20
  /// The maximum number of connections; further ones are refused with an answer, and closed.
  public var connections = 512
  /// The maximum number of connections of one address.
  public var connectionsPerAddress = 128
  /// The maximum silence of a connection, and the maximum time of a request's head, in seconds.
  public var silence = 30
  /// The maximum time of a body, in seconds.
  public var bodySeconds = 120

  /// Creates the limits of a server for a few people.
  public init() {}

  /// The number of additional connections that are open only to be refused.
  static let refused = 64
  /// The number of additional connections of one address; further ones are closed without an answer.
  static let refusedPerAddress = 16
}
