import Millrace

/// A request in the form in which it is kept.
struct EncodedRequest: Sendable {
  let kind: SchemaKind?
  let bytes: [UInt8]
}

/// What a durable effect is called: by it a journal knows it among all effects.
///
/// Two are equal when they ask for the same, so that a test can compare them.
final class DurableLabel: Sendable {
  let name: String
  /// Nil until the journal has made one.
  let key: String?
  /// Whether the journal itself has begun it, for a request that it has.
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

/// The leave to begin: asked for by a durable effect's body, given or refused when the request is on disk.
final class Permit: Sendable {
  typealias Answer = Result<String, any Error>

  private enum State {
    /// Nobody has asked or answered.
    case open
    case asked(CheckedContinuation<String, any Error>)
    case answered(Answer)
    /// The body has its answer.
    case over
  }

  private struct Contents {
    var state = State.open
    var isRefused = false
    var isClaimed = false
    var isWaitedFor = false
    var key: String?
  }

  private let contents = Locked(Contents())

  /// The key that was given; nil before that, and when it was refused.
  var key: String? { contents.withLock(\.key) }

  /// Whether it is, or will be, refused.
  var isRefused: Bool { contents.withLock(\.isRefused) }

  func refuse() { contents.withLock { $0.isRefused = true } }

  /// Refuses it, so that what becomes of its effect is not kept.
  func refuse(_ error: JournalError) {
    refuse()
    answer(.failure(error))
  }

  /// Has its effect kept; false when that is done already, of an effect value that was started twice.
  func claim() -> Bool {
    contents.withLock { contents in
      defer { contents.isClaimed = true }
      return !contents.isClaimed
    }
  }

  /// Waits for the answer.
  ///
  /// - Parameter refusal: What a second body is told, of an effect value that was started twice.
  /// - Throws: What it was refused with, or `CancellationError`.
  func wait(refusal: JournalError) async throws -> String {
    let isSecond = contents.withLock { contents in
      defer { contents.isWaitedFor = true }
      return contents.isWaitedFor
    }
    if isSecond { throw refusal }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer: Answer? = contents.withLock { contents in
          switch contents.state {
          case .answered(let answer):
            contents.state = .over
            return answer
          case .asked, .over: return .failure(refusal)
          case .open:
            contents.state = .asked(continuation)
            return nil
          }
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      answer(.failure(CancellationError()))
    }
  }

  /// Answers; the first answer counts.
  func answer(_ answer: Answer) {
    let waiting: CheckedContinuation<String, any Error>? = contents.withLock { contents in
      switch contents.state {
      case .answered, .over: return nil
      case .open:
        contents.state = .answered(answer)
        contents.key = try? answer.get()
        return nil
      case .asked(let continuation):
        contents.state = .over
        contents.key = try? answer.get()
        return continuation
      }
    }
    waiting?.resume(with: answer)
  }
}

/// What became of a durable effect.
enum TaskChange: Sendable {
  /// It is asked for, and is not begun before this is on disk.
  case asked(PendingTask)
  /// It is begun again by the journal.
  case resumed(key: String, Permit)
  /// It has ended.
  case ended(key: String, TaskStatus, Permit)
}

extension TaskChange {
  /// What cannot be kept must not be begun.
  func refuse(_ error: JournalError) {
    switch self {
    case .asked(let task): task.label.permit.refuse(error)
    case .resumed(_, let permit): permit.refuse(error)
    case .ended: break
    }
  }
}

/// A durable effect that was asked for.
struct PendingTask: Sendable {
  let key: String
  let label: DurableLabel
}

/// How far a durable effect has come; the numbers are those in the file.
enum TaskStatus: Int64, Sendable {
  case open = 0
  case answered = 1
  case failed = 2
  case cancelled = 3
}
