public import Millrace

/// An effect that completes even if the program ends before it has answered.
///
/// The journal stores the effect's *request* before the work begins, and stores its answer too. When the
/// journal is started again, it runs the requests without an answer again, and never those with one.
///
/// ```swift
/// let sendMail = DurableEffect<Mail, OutboxMessage>("send-mail", requests: RecordSchema("mail")) {
///   mail, key, _ in
///   try await server.post(mail, idempotencyKey: key)
///   return .sent(mail.id)
/// } catch: { error, mail in
///   .failed(mail.id, "\(error)")
/// }
///
/// // In the update:
/// return sendMail(mail, key: "mail \(mail.id)")
///
/// // Before the journal is started:
/// try journal.durable(sendMail, on: outbox)
/// ```
///
/// **The work happens at least once, not exactly once.** If the program ends after the work and before the
/// answer is stored, the work is done again. The key is the same each time: pass it to the service that does
/// the work, so that it can detect the repetition.
///
/// Operators apply while the process runs: a `retry` does the work again under the same key, and a time-out
/// ends it as failed. A restart begins it without them. A race leaves it out and reports `EffectRaceFlaw`.
///
/// The effect answers with one message. An error without a `catch` ends it as failed, and another effect of
/// its store can cancel it; neither kind runs again. The end of the store or of the process leaves it
/// unfinished. A caller that waits for the work of a send, such as the request handler of a server, does not
/// cancel it when the caller's own task is cancelled.
public final class DurableEffect<Request: Codable & Hashable & Sendable, Message: Sendable>: Sendable {
  /// The work, which takes the request, its key, and the store's environment.
  public typealias Work = @Sendable (Request, _ key: String, StoreEnvironment) async throws -> Message

  /// The name in records and errors.
  public let name: String
  let requests: RecordSchema<Request>
  private let queue: (@Sendable (Request) -> EffectQueue?)?
  private let work: Work
  private let recover: (@Sendable (any Error, Request) -> Message?)?
  /// The flows whose journals have registered the effect.
  private let flows = Locked<[ObjectIdentifier: Registration]>([:])

  private struct Registration {
    /// The number of open journals that have registered the effect.
    var count = 0
    /// The store for which the effect was registered last.
    var store: String
    /// The path of the journal that was closed last.
    var closed: String?
  }

  /// Creates a durable effect.
  ///
  /// - Parameters:
  ///   - name: The name in records and errors.
  ///   - requests: The schema of the requests; the names of its kinds belong to this effect alone.
  ///   - queue: A closure that returns the queue of the effect; nil for no queue.
  ///   - work: The work. It runs outside the store's isolation and answers with one message.
  ///   - recover: A closure that turns an error into an answer, or returns nil for no answer. Without it, the
  ///     flow's error handler receives the error.
  public init(
    _ name: String, requests: RecordSchema<Request>,
    in queue: (@Sendable (Request) -> EffectQueue?)? = nil,
    _ work: @escaping Work,
    catch recover: (@Sendable (any Error, Request) -> Message?)? = nil
  ) {
    self.name = name
    self.requests = requests
    self.queue = queue
    self.work = work
    self.recover = recover
  }

  /// Returns the effect for a request, for an update to return.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - key: The key that distinguishes this request from all others, ever, also for the service that does
  ///     the work. By default it consists of an identifier of the environment, the turn, and the effect's
  ///     number. An effect whose key was used before does not run, and is reported as an error
  ///     (``JournalError/keyTaken(key:name:)``).
  public func callAsFunction(_ request: Request, key: String? = nil) -> Effect<Message> {
    effect(
      DurableLabel(name: name, key: key, request: request, isResumed: false) { [requests] in
        EncodedRequest(
          kind: requests.place(of: request).map { requests.kinds[$0] },
          bytes: try Self.encode(request, requests))
      }, request)
  }

  /// Returns the effect for a request without an answer, as resumed by the journal.
  func resumed(_ request: Request, key: String) -> Effect<Message> {
    effect(DurableLabel(name: name, key: key, request: request, isResumed: true, encode: nil), request)
  }

  func register(_ flow: Flow, store: String) {
    flows.withLock { flows in
      flows[flow.identity, default: Registration(store: store)].count += 1
      flows[flow.identity]?.store = store
    }
  }

  /// Ends a registration, because the journal at a path was closed.
  func forget(_ flow: ObjectIdentifier, closed path: String) {
    flows.withLock { flows in
      guard let count = flows[flow]?.count, count > 0 else { return }
      flows[flow]?.count = count - 1
      flows[flow]?.closed = path
    }
  }

  private func effect(_ label: DurableLabel, _ request: Request) -> Effect<Message> {
    var catching: (@Sendable (any Error) -> Message?)?
    if let recover { catching = { recover($0, request) } }
    return .run(
      in: queue?(request), label: EffectLabel(label),
      { [self] send in
        let key = try await permission(label, send)
        let answer: Message
        do {
          answer = try await work(request, key, send.environment)
        } catch {
          // A `retry` of the effect does the work again, under the same record.
          label.permit.giveBack()
          throw error
        }
        await send(answer)
      }, catch: catching
    )
    .durable()
  }

  /// Waits until the request is on disk, and returns its key.
  ///
  /// - Throws: `RefusedWork`, or `CancellationError`.
  private func permission(_ label: DurableLabel, _ send: Send<Message>) async throws -> String {
    if send.environment[UnrecordedEffects.self] { return label.key ?? name }
    let found = send.flowIdentity.flatMap { flow in flows.withLock { $0[flow] } }
    guard let found, found.count > 0 else {
      if let found, let path = found.closed {
        throw RefusedWork(JournalError.effectAfterClose(name: name, store: found.store, path: path))
      }
      throw RefusedWork(JournalError.effectNotRegistered(name: name, store: nil))
    }
    do {
      return try await label.permit.wait(refusal: .keyTaken(key: label.key ?? name, name: name))
    } catch let error as JournalError {
      throw RefusedWork(error)
    }
  }

  private static func encode(_ request: Request, _ schema: RecordSchema<Request>) throws -> [UInt8] {
    try RecordEncoder().encode { try schema.encode(request, to: $0) }
  }
}

/// The environment value that lets durable effects run without a journal, for tests and previews.
///
/// ```swift
/// var environment = StoreEnvironment()
/// environment[UnrecordedEffects.self] = true
/// ```
public enum UnrecordedEffects: StoreEnvironmentKey {
  /// False: without a journal, durable effects fail.
  public static let defaultValue = false
  /// The same in a test, which sets it where it has no journal.
  public static let testValue = false
}
