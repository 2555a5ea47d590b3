public import Millrace

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Signals that the system sends to the process, each as a message.
///
/// While somebody listens, what the process would do upon the signal is suspended, such as to end upon `SIGINT`;
/// when the last listener has gone it is as it was before. Equal signals that come close together may be one, as
/// everywhere in the system.
///
/// ```swift
/// Signals(SIGINT, SIGTERM) { _ in AppMessage.askedToEnd }
/// ```
///
/// `SIGKILL` and `SIGSTOP` cannot be listened for, nor can those by which the system tells of a fault in the
/// program itself, such as `SIGSEGV`: they are a ``SignalError``.
///
/// Two are the same subscription when they name the same signals and are written at the same place, or carry the
/// same id. A closure that captures other values at the same place needs another id.
public struct Signals: Subscription, Hashable {
  /// The numbers of the signals.
  public let signals: Set<Int32>
  let place: Place
  let message: @Sendable (Int32) -> (any Message)?

  /// Some signals, at least one.
  ///
  /// - Parameters:
  ///   - signal: The number of a signal.
  ///   - others: The numbers of more.
  ///   - id: What tells two apart that are written at the same place; nil for the place itself.
  ///   - fileID: Where this is written.
  ///   - line: Where this is written.
  ///   - column: Where this is written.
  ///   - message: Makes a message of the number of a signal that has come; nil for none. It is called in a thread
  ///     and not in a signal handler, so it may do anything.
  public init(
    _ signal: Int32, _ others: Int32..., id: EffectID? = nil,
    fileID: String = #fileID, line: UInt = #line, column: UInt = #column,
    message: @escaping @Sendable (_ signal: Int32) -> (any Message)?
  ) {
    signals = Set(others).union([signal])
    self.message = message
    place = Place(id, fileID, line, column)
  }

  /// Whether the same signals are listened for at the same place, or under the same id.
  public static func == (left: Signals, right: Signals) -> Bool {
    left.signals == right.signals && left.place == right.place
  }

  /// Feeds what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(signals)
    hasher.combine(place)
  }
}

extension Signals: CustomStringConvertible {
  /// The subscription as errors and records call it.
  public var description: String {
    "Signals(\(signals.sorted().map { "\($0)" }.joined(separator: ", "))) \(place)"
  }
}

/// Listens for signals.
public final class SignalsInterpreter: SubscriptionInterpreter {
  private let subscription: Signals
  private let dispatch: Dispatcher
  private var listening: [UInt64] = []

  /// Prepares to listen.
  public init(subscription: Signals, dispatch: Dispatcher) {
    self.subscription = subscription
    self.dispatch = dispatch
  }

  /// Listens from now on.
  ///
  /// - Throws: ``SignalError`` when there is one among the signals that cannot be listened for.
  public func start() throws {
    for signal in subscription.signals.sorted() {
      listening.append(
        try SignalDesk.shared.listen(to: signal) { [subscription, dispatch] signal in
          if let message = subscription.message(signal) { dispatch(message) }
        })
    }
  }

  /// Listens no longer.
  public func stop() {
    for id in listening { SignalDesk.shared.leave(id) }
    listening = []
  }
}

/// Why a signal cannot be listened for.
public enum SignalError: Error, Hashable {
  /// No process can catch this one, or none should, because it tells of a fault in the program itself.
  case uncatchable(Int32)
  /// The system has no signal of this number.
  case unknown(Int32)
  /// The system has no resources to listen; `code` is its own error number.
  case noPipe(code: Int32)

  static func isCatchable(_ signal: Int32) -> Bool {
    ![SIGKILL, SIGSTOP, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP].contains(signal)
  }
}

extension SignalError: AdvisingError {}

extension SignalError: CustomStringConvertible {
  /// What happened, why, and what to do.
  public var description: String {
    switch self {
    case .uncatchable(let signal):
      """
      The signal \(signal) cannot be listened for, because the system does not give it to the process or tells \
      with it of a fault in the program; listen for others, such as SIGINT and SIGTERM.
      """
    case .unknown(let signal):
      "The system has no signal \(signal) that can be listened for; name one by its constant, such as SIGINT."
    case .noPipe(let code):
      """
      Signals cannot be listened for, because the system has no pipe left (error \(code)); close files that are \
      not needed, or raise the limit of open files.
      """
    }
  }
}
