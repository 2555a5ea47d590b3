public import Katana
public import MillraceJournal
public import NotesModel

/// Creates the effect that sends changes to the server, one after another in order.
///
/// The journal records it, so changes from the time when the server is away, or when the program ends, are
/// sent when both are back. The effect waits until the link is open. When the server cannot be reached, it
/// closes the link, which notifies the link's owner, and waits again; so it ends only with an answer of the
/// server.
///
/// - Parameters:
///   - link: The link that is open while the server is available.
///   - push: A closure that sends a request. An error means that the server was not reached, or that its
///     answer is unknown: the same request is sent again when the link is open. An answer of the server is
///     not an error; an unreadable one is a refusal, so that it does not block later requests.
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

/// An interpreter that carries out ``Push`` by an effect that the journal records.
public struct PushInterpreter: EffectCommandInterpreter {
  private let push: DurableEffect<PushRequest, any Message>

  /// Creates an interpreter.
  ///
  /// - Parameter push: The result of ``makePush(link:push:)``.
  public init(_ push: DurableEffect<PushRequest, any Message>) {
    self.push = push
  }

  /// Returns the effect of a request, under the request's key.
  ///
  /// A request that the journal cannot record, for example because the disk is full, will never be sent, so
  /// it is refused.
  public func effect(of command: Push) -> Effect<any Message> {
    let key = command.request.key
    return push(command.request, key: key).catching { error in
      LibraryMessage.answered(
        key: key, .refused("The change could not be saved for sending, and was not sent: \(error)"))
    }
  }
}

/// A command that sends a change to the server.
public struct Push: Command, Hashable {
  public let request: PushRequest
}
