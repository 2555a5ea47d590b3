public import Millrace

/// An effect that happens even if the program ends before it has answered.
///
/// What it is asked for, the *request*, is kept in the journal before the work begins, and so is its answer. When the
/// journal is started again, the requests without an answer are begun again; those with one never are.
///
/// ```swift
/// let sendMail = DurableEffect<Mail, OutboxMessage>("send-mail", requests: RecordSchema("mail")) { mail, key, _ in
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
/// **It is at least once, not exactly once.** A program that ends after the work was done and before the answer was
/// kept does the work again. The key is the same each time: give it to whoever does the work, so that they can tell.
///
/// It answers with one message. An error without a `catch` ends it as failed, like one that is cancelled by an effect
/// of its store; neither is begun again. What ends it otherwise, the end of the store or of the process, does not
/// count.
public final class DurableEffect<Request: Codable & Hashable & Sendable, Message: Sendable>: Sendable {
  /// The work: the request, its key, and the store's environment.
  public typealias Work = @Sendable (Request, _ key: String, StoreEnvironment) async throws -> Message

  /// What it is called in records and errors.
  public let name: String
  let requests: RecordSchema<Request>
  private let queue: (@Sendable (Request) -> EffectQueue?)?
  private let work: Work
  private let recover: (@Sendable (any Error, Request) -> Message?)?
  /// The flows whose journals know of it, and how many those are.
  private let flows = Locked<[ObjectIdentifier: Int]>([:])

  /// An effect that a journal keeps.
  ///
  /// - Parameters:
  ///   - name: What it is called in records and errors.
  ///   - requests: How requests are written down; the names of its kinds belong to this effect alone.
  ///   - queue: The queue that it stands in; nil for none.
  ///   - work: The work. It runs outside of the store's isolation, and answers with one message.
  ///   - recover: Makes an answer of an error; nil says the error needs none. Without it, the flow's error handler is
  ///     told.
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

  /// The effect for a request, to be answered by an update.
  ///
  /// - Parameters:
  ///   - request: What is asked for.
  ///   - key: What tells this request from all others that there ever are, also for whoever does the work; by default one
  ///     that is made of an identifier of the environment, the turn, and the effect's number. An effect whose key was used before is not
  ///     begun, and the error is told (``JournalError/keyTaken(key:name:)``).
  public func callAsFunction(_ request: Request, key: String? = nil) -> Effect<Message> {
    effect(
      DurableLabel(name: name, key: key, request: request, isResumed: false) { [requests] in
        EncodedRequest(
          kind: requests.place(of: request).map { requests.kinds[$0] },
          bytes: try Self.encode(request, requests))
      }, request)
  }

  /// The effect for a request that was not answered.
  func resumed(_ request: Request, key: String) -> Effect<Message> {
    effect(DurableLabel(name: name, key: key, request: request, isResumed: true, encode: nil), request)
  }

  func register(_ flow: Flow) { flows.withLock { $0[flow.identity, default: 0] += 1 } }

  func forget(_ flow: ObjectIdentifier) {
    flows.withLock { flows in
      guard let count = flows[flow] else { return }
      flows[flow] = count > 1 ? count - 1 : nil
    }
  }

  private func effect(_ label: DurableLabel, _ request: Request) -> Effect<Message> {
    .run(in: queue?(request), label: EffectLabel(label)) { [self] send in
      // What was refused has done nothing, of which an answer could be made.
      let key = try await permission(label, send)
      let answer: Message?
      do {
        answer = try await work(request, key, send.environment)
      } catch {
        guard let recover, !Task.isCancelled else { throw error }
        answer = recover(error, request)
      }
      if let answer { await send(answer) }
    }
  }

  /// Waits until the request is on disk; gives its key.
  private func permission(_ label: DurableLabel, _ send: Send<Message>) async throws -> String {
    if send.environment[UnrecordedEffects.self] { return label.key ?? name }
    guard let flow = send.flowIdentity, flows.withLock({ $0[flow] != nil }) else {
      throw JournalError.effectNotRegistered(name: name, store: "\(Message.self)")
    }
    return try await label.permit.wait(refusal: .keyTaken(key: label.key ?? name, name: name))
  }

  private static func encode(_ request: Request, _ schema: RecordSchema<Request>) throws -> [UInt8] {
    try RecordEncoder().encode { try schema.encode(request, to: $0) }
  }
}

/// Whether durable effects do their work without a journal: for tests and previews.
///
/// ```swift
/// var environment = StoreEnvironment()
/// environment[UnrecordedEffects.self] = true
/// ```
public enum UnrecordedEffects: StoreEnvironmentKey {
  /// Without a journal they fail.
  public static let defaultValue = false
}
