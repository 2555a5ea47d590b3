public import Katana
public import MillraceJournal
public import NotesModel

/// The effect that asks the server for changes, one after another in the order in which they were made.
///
/// It is kept by the journal, so what is changed while the server is away, or when the program ends, is asked
/// for when both are back. It waits until the link is open. When the server cannot be reached, it closes the
/// link, which tells whoever made it, and waits again, so that it ends with an answer of the server only.
///
/// - Parameters:
///   - link: Says when the server can be asked.
///   - push: Asks it. What it throws means that the server was not reached, or that its answer is not known:
///     the same
///     request is sent again when the link is open. What the server says to the request is an answer, no
///     error; one that cannot be understood is a refusal, so that it does not keep the others from being
///     sent.
/// - Returns: An effect for ``PushInterpreter``, to be registered with the journal of the library's flow
///   (`journal.durable(_:on:)`).
public func makePush(
  link: ServerLink, push: @escaping @Sendable (PushRequest) async throws -> PushAnswer
) -> DurableEffect<PushRequest, any Message> {
  DurableEffect(
    "push", requests: RecordSchema("push-request"), in: { _ in .concat("outbox") }
  ) { request, key, _ in
    while true {
      let opening = try await link.waitUntilOpen()
      do {
        return LibraryMessage.answered(key: key, try await push(request))
      } catch {
        try Task.checkCancellation()
        link.lost(opening, error)
      }
    }
  }
}

/// Carries out ``Push`` by an effect that the journal keeps.
public struct PushInterpreter: EffectCommandInterpreter {
  private let push: DurableEffect<PushRequest, any Message>

  /// An interpreter.
  ///
  /// - Parameter push: What ``makePush(link:push:)`` has made.
  public init(_ push: DurableEffect<PushRequest, any Message>) {
    self.push = push
  }

  /// The effect of a request, under the request's key.
  ///
  /// One that the journal does not take, because the disk is full, say, will never be sent, so it is refused.
  public func effect(of command: Push) -> Effect<any Message> {
    let key = command.request.key
    return push(command.request, key: key).catching { error in
      LibraryMessage.answered(
        key: key, .refused("It could not be kept for sending, and was not sent: \(error)"))
    }
  }
}
