/// What decides about requests: on the loop, one at a time.
public protocol RequestHandler: AnyObject {
  /// Answers a request of which only the head has come, and whose body is not taken; nil when it may go on.
  func reject(_ request: borrowing Request, on loop: isolated ServerLoop) -> Response?

  /// Answers a request that has come whole.
  func answer(_ request: borrowing Request, on loop: isolated ServerLoop) -> Answer

  /// Says that a request is refused, of which nobody will be asked.
  func refuse(_ refusal: Refusal) -> Response

  /// Told when a request is over, for a log.
  func ended(method: String, target: [UInt8], status: Int)
}

extension RequestHandler {
  /// All may go on.
  public func reject(_ request: borrowing Request, on loop: isolated ServerLoop) -> Response? { nil }

  /// The sentence as plain text.
  public func refuse(_ refusal: Refusal) -> Response {
    Response(
      refusal.status, headers: [("Content-Type", "text/plain; charset=utf-8")],
      body: Array("\(refusal.sentence)\n".utf8))
  }

  /// Nothing is logged.
  public func ended(method: String, target: [UInt8], status: Int) {}
}
