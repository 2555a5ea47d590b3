import Foundation
public import Millrace

/// Signals that the system sends to the process, each as a message.
///
/// While there is a listener, the signal's own action is suspended, such as ending the process upon `SIGINT`.
/// When the last listener stops, the earlier action is restored. Equal signals in quick succession may be
/// merged, as everywhere in the system.
///
/// ```swift
/// Signals(SIGINT, SIGTERM) { _ in AppMessage.askedToEnd }
/// ```
///
/// `SIGKILL`, `SIGSTOP` and the signals of a fault in the program itself, such as `SIGSEGV`, cannot be
/// listened for: they are a ``SignalError``. With a closure `failed` the model is told of an error; if the
/// system has no resources, the subscription tries again after 1, 2, 4 … and at most 30 seconds on the
/// environment's clock. Without it, or when it returns nil, the flow's error handler receives the error.
///
/// Two subscriptions are the same when they name the same signals and are written at the same source
/// location, or have the same id. A closure that captures other values at the same location needs another id.
public struct Signals: Subscription, Hashable {
  /// The numbers of the signals.
  public let signals: Set<Int32>
  package let place: Place
  let message: @Sendable (Int32) -> (any Message)?
  let failed: (@Sendable (SignalError) -> (any Message)?)?

  /// Creates a subscription to one or more signals.
  ///
  /// - Parameters:
  ///   - signal: The number of a signal.
  ///   - others: The numbers of further signals.
  ///   - id: An identity in place of the source location; nil to use the location.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - message: A closure that makes a message of the number of a signal; nil for none. It is called on a
  ///     thread and not in a signal handler, so it may do anything.
  ///   - failed: A closure that makes a message of the error when the signals cannot be listened for.
  public init(
    _ signal: Int32, _ others: Int32..., id: EffectID? = nil,
    fileID: String = #fileID, line: UInt = #line, column: UInt = #column,
    message: @escaping @Sendable (_ signal: Int32) -> (any Message)?,
    failed: (@Sendable (SignalError) -> (any Message)?)? = nil
  ) {
    signals = Set(others).union([signal])
    self.message = message
    self.failed = failed
    place = Place(id, fileID, line, column)
  }

  /// Returns whether both listen for the same signals and have the same source location or id.
  public static func == (left: Signals, right: Signals) -> Bool {
    left.signals == right.signals && left.place == right.place
  }

  /// Hashes the compared values.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(signals)
    hasher.combine(place)
  }
}

extension Signals: ClosureSubscription {}

extension Signals: CustomStringConvertible {
  /// The subscription's name in errors and records.
  public var description: String {
    "Signals(\(signals.sorted().map { "\($0)" }.joined(separator: ", "))) \(place)"
  }
}

/// An interpreter that listens for signals.
public final class SignalsInterpreter: SubscriptionInterpreter {
  private let subscription: Signals
  private let dispatch: Dispatcher
  /// The ids of the listeners.
  private let listening: Reopening<[UInt64], SignalError>

  /// Creates an interpreter that is not listening yet.
  public init(subscription: Signals, dispatch: Dispatcher) {
    self.subscription = subscription
    self.dispatch = dispatch
    let leave: @Sendable ([UInt64]) -> Void = { for id in $0 { SignalReader.shared.leave(id) } }
    listening = Reopening(
      open: { () throws(SignalError) in
        var ids: [UInt64] = []
        do throws(SignalError) {
          for signal in subscription.signals.sorted() {
            ids.append(
              try SignalReader.shared.listen(to: signal) { signal in
                if let message = subscription.message(signal) { dispatch(message) }
              })
          }
        } catch {
          leave(ids)
          throw error
        }
        return ids
      }, close: leave)
  }

  /// Starts listening, or tells the model that it cannot, and tries again.
  ///
  /// - Throws: ``SignalError`` when one of the signals cannot be listened for and the subscription makes no
  ///   message of that.
  public func start() throws {
    try listening.start(clock: dispatch.environment.clock) { [subscription, dispatch] error in
      subscription.failed?(error).map { dispatch($0) } != nil
    } isTemporary: { error in
      if case .noPipe = error { true } else { false }
    }
  }

  /// Stops listening.
  public func stop() { listening.stop() }
}

/// The reason why a signal cannot be listened for.
public enum SignalError: Error, Hashable {
  /// A signal that no process can catch, or none should, because it reports a fault in the program itself.
  case uncatchable(Int32)
  /// A number for which the system has no signal.
  case unknown(Int32)
  /// The system has no resources to listen; `code` is its error number.
  case noPipe(code: Int32)

  static func isCatchable(_ signal: Int32) -> Bool {
    ![SIGKILL, SIGSTOP, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP].contains(signal)
  }
}

extension SignalError: AdvisingError {}

extension SignalError: CustomStringConvertible {
  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    switch self {
    case .uncatchable(let signal):
      """
      The signal \(signal) cannot be observed, because the system does not deliver it to the process, or reports a \
      crash of the program with it; observe other signals, such as SIGINT and SIGTERM.
      """
    case .unknown(let signal):
      "The system has no signal \(signal) that can be observed; use a constant, such as SIGINT."
    case .noPipe(let code):
      """
      Signals cannot be observed, because the system cannot create one more pipe (error \(code)); close files that \
      are not needed, or raise the limit of open files.
      """
    }
  }
}
