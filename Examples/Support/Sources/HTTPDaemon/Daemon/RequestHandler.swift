/// A handler that decides about requests: on the loop, one at a time.
public protocol RequestHandler: AnyObject {
  /// Answers a request after its head, so that its body is not read; nil to go on.
  func reject(_ request: borrowing Request, on loop: isolated ServerLoop) -> Response?

  /// Answers a complete request.
  func answer(_ request: borrowing Request, on loop: isolated ServerLoop) -> Answer

  /// Returns the answer to a request that the daemon itself refuses.
  func refuse(_ refusal: Refusal) -> Response

  /// Called when a request is over, for a log.
  func ended(method: String, target: [UInt8], status: Int)
}

extension RequestHandler {
  public func reject(_ request: borrowing Request, on loop: isolated ServerLoop) -> Response? { nil }

  public func refuse(_ refusal: Refusal) -> Response {
    Response(
      refusal.status, headers: [("Content-Type", "text/plain; charset=utf-8")],
      body: Array("\(refusal.sentence)\n".utf8))
  }

  public func ended(method: String, target: [UInt8], status: Int) {}
}
