public import MillraceSync

/// One promise that every shared log keeps, with the operations that try it.
///
/// ```swift
/// @Test("keeps each law of a shared log", arguments: SharedLogLaws.all)
/// func law(_ law: SharedLogLaw) async throws {
///   let server = LogServer()
///   try await law.check { name in server.log(named: name) }
/// }
/// ```
///
/// A law needs no test library: it returns, or throws a ``SharedLogLawFailure`` whose description is a
/// sentence.
public struct SharedLogLaw: Sendable, CustomStringConvertible {
  /// The maker of a log's handles.
  ///
  /// It returns an empty log for a name that it has not seen, and another handle of
  /// the same log for one that it has.
  public typealias MakeLog = @Sendable (_ name: String) async throws -> any SharedLog

  /// The name in lowercase letters and hyphens, also the beginning of the names of the law's logs.
  public let name: String
  /// The promise as a sentence.
  public let promise: String

  private let body: @Sendable (LawRun) async throws(SharedLogLawFailure) -> Void

  init(
    _ name: String, _ promise: String,
    _ body: @escaping @Sendable (LawRun) async throws(SharedLogLawFailure) -> Void
  ) {
    self.name = name
    self.promise = promise
    self.body = body
  }

  /// The name and the promise.
  public var description: String { "\(name): \(promise)" }

  /// Tries the law.
  ///
  /// Nothing but the law may use the logs that it receives, and no faults may be ordered meanwhile.
  ///
  /// - Parameters:
  ///   - seed: The seed of the random operations; the one in a failure's sentence repeats them. Operations
  ///     that are done at the same time may be ordered otherwise.
  ///   - patience: The longest time that the law waits for one wake-up before it is broken. No law that is
  ///     kept takes longer by it.
  ///   - makeLog: The maker of the logs; see ``MakeLog``. Its error breaks the law.
  /// - Throws: ``SharedLogLawFailure`` if the log breaks the law.
  public func check(
    seed: UInt64 = .random(in: .min ... .max), patience: Duration = .seconds(60),
    _ makeLog: @escaping MakeLog
  ) async throws(SharedLogLawFailure) {
    try await body(LawRun(law: self, seed: seed, patience: patience, makeLog: makeLog))
  }
}

/// Tries all laws one after another, and throws the first failure.
///
/// - Parameters:
///   - seed: The seed of the random operations; see ``SharedLogLaw/check(seed:patience:_:)``.
///   - patience: The longest time that a law waits for one wake-up.
///   - makeLog: The maker of the logs; see ``SharedLogLaw/MakeLog``.
/// - Throws: ``SharedLogLawFailure`` for the first law that the log breaks.
public func checkSharedLog(
  seed: UInt64 = .random(in: .min ... .max), patience: Duration = .seconds(60),
  _ makeLog: @escaping SharedLogLaw.MakeLog
) async throws(SharedLogLawFailure) {
  for law in SharedLogLaws.all { try await law.check(seed: seed, patience: patience, makeLog) }
}

/// The laws of `SharedLog`.
public enum SharedLogLaws {
  /// All laws, the simple ones first.
  public static let all: [SharedLogLaw] =
    appending + resending + refusing + positions + pages + contents + snapshots + waiting + concurrency
    + random
}
