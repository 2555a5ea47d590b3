import Millrace

/// A request in its recorded form.
struct EncodedRequest: Sendable {
  let kind: SchemaKind?
  let bytes: [UInt8]
}

/// The label by which a journal recognises a durable effect among all effects.
///
/// Two labels are equal when they describe the same request, so that a test can compare them.
final class DurableLabel: Sendable {
  let name: String
  /// The key; nil until the journal has made one.
  let key: String?
  /// True when the journal has resumed the effect for a recorded request.
  let isResumed: Bool
  let permit = Permit()
  let encode: (@Sendable () throws -> EncodedRequest)?
  private let request: any Hashable & Sendable

  init(
    name: String, key: String?, request: some Hashable & Sendable, isResumed: Bool,
    encode: (@Sendable () throws -> EncodedRequest)?
  ) {
    self.name = name
    self.key = key
    self.request = request
    self.isResumed = isResumed
    self.encode = encode
  }
}

extension DurableLabel: Hashable {
  static func == (left: DurableLabel, right: DurableLabel) -> Bool {
    ExactText(left.name) == ExactText(right.name) && left.exactKey == right.exactKey
      && AnyHashable(left.request) == AnyHashable(right.request)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ExactText(name))
    hasher.combine(exactKey)
    hasher.combine(AnyHashable(request))
  }

  private var exactKey: ExactText? { key.map(ExactText.init) }
}

extension DurableLabel: CustomStringConvertible {
  var description: String { key.map { "\(name) \($0)" } ?? name }
}

/// The permission to begin, which a durable effect's body awaits and the writer grants once the request is on
/// disk.
final class Permit: Sendable {
  typealias Answer = Result<String, any Error>

  private struct Contents {
    /// The first answer; nil until it is given.
    var answer: Answer?
    /// The body that waits for the answer.
    var waiter: CheckedContinuation<String, any Error>?
    var isRefused = false
    var isClaimed = false
    var isWaitedFor = false
    /// True once the effect's end is recorded.
    var isOver = false
  }

  private let contents = Locked(Contents())

  /// The granted key; nil before that, and after a refusal.
  var key: String? { contents.withLock { try? $0.answer?.get() } }

  /// True if the permission is, or will be, refused.
  var isRefused: Bool { contents.withLock(\.isRefused) }

  func refuse() { contents.withLock { $0.isRefused = true } }

  /// Refuses the permission, so that the effect's end is not recorded.
  func refuse(_ error: JournalError) {
    refuse()
    answer(.failure(error))
  }

  /// Claims the permission for a record of the effect; returns false when an effect value runs for the second
  /// time.
  func claim() -> Bool {
    contents.withLock { contents in
      defer { contents.isClaimed = true }
      return !contents.isClaimed
    }
  }

  /// Returns the permission of a body that has failed, so that its next attempt can take it.
  func giveBack() { contents.withLock { $0.isWaitedFor = $0.isOver } }

  /// Ends the permission, so that no further body begins.
  func close() {
    contents.withLock { contents in
      contents.isOver = true
      contents.isWaitedFor = true
    }
  }

  /// Waits for the answer.
  ///
  /// - Parameter refusal: The error for a second body, of an effect value that runs twice.
  /// - Throws: The error of the refusal, or `CancellationError`.
  func wait(refusal: JournalError) async throws -> String {
    let isSecond = contents.withLock { contents in
      defer { contents.isWaitedFor = true }
      return contents.isWaitedFor
    }
    if isSecond { throw refusal }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer = contents.withLock { contents in
          if contents.answer == nil { contents.waiter = continuation }
          return contents.answer
        }
        if let answer {
          continuation.resume(with: answer)
        } else if Task.isCancelled {
          stopWaiting()
        }
      }
    } onCancel: {
      stopWaiting()
    }
  }

  /// Ends the wait of a cancelled body, whose next attempt can wait again.
  private func stopWaiting() {
    let waiter = contents.withLock { contents -> CheckedContinuation<String, any Error>? in
      guard let waiter = contents.waiter.take() else { return nil }
      contents.isWaitedFor = contents.isOver
      return waiter
    }
    waiter?.resume(throwing: CancellationError())
  }

  /// Answers; only the first answer counts.
  func answer(_ answer: Answer) {
    let waiter = contents.withLock { contents -> CheckedContinuation<String, any Error>? in
      guard contents.answer == nil else { return nil }
      contents.answer = answer
      return contents.waiter.take()
    }
    waiter?.resume(with: answer)
  }
}

/// A change in a durable effect's life.
enum TaskChange: Sendable {
  /// The effect is requested; it begins once this is on disk.
  case asked(PendingTask)
  /// The journal has resumed the effect.
  case resumed(key: String, Permit)
  /// The effect has ended.
  case ended(key: String, JournalTask.Status, Permit)
}

extension TaskChange {
  /// Refuses an effect that cannot be recorded, so that it does not begin.
  func refuse(_ error: JournalError) {
    switch self {
    case .asked(let task): task.label.permit.refuse(error)
    case .resumed(_, let permit): permit.refuse(error)
    case .ended: break
    }
  }
}

/// A requested durable effect.
struct PendingTask: Sendable {
  let key: String
  let label: DurableLabel
}
