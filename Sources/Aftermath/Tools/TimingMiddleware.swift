public import Millrace

/// Middleware that measures the time to pass each command or event on: that of the following middleware, and
/// of the handler's call or of all reactions.
///
/// Work after the call, such as that of an asynchronous handler, is not included; ``CommandTiming`` measures
/// it. Neither are reactions outside the engine's home, which run later.
///
/// ```swift
/// TimingCommandMiddleware(environment: engine.environment) { command, time in statistics.add(time) }
/// ```
public struct TimingMiddleware<Subject: Sendable>: GenericMiddleware {
  private let watch: Timekeeper
  private let report: @Sendable (Subject, Duration) -> Void

  /// Creates middleware that measures the time to pass a command or an event on, even if that throws.
  ///
  /// - Parameters:
  ///   - environment: The environment with the clock; usually the engine's.
  ///   - report: A closure called at the engine's home after the command or event was passed on.
  public init(
    environment: StoreEnvironment,
    _ report: @escaping @Sendable (_ subject: Subject, _ time: Duration) -> Void
  ) {
    watch = Timekeeper(environment.clock)
    self.report = report
  }

  /// Creates middleware that logs the time to pass a command or an event on.
  ///
  /// Lines read `aftermath: command BookList(shelf: "a") took 0.25 seconds` and
  /// `aftermath: event BookList data ["a", "b"] took 0.25 seconds`.
  public init(environment: StoreEnvironment, sink: LogSink = .standardError) {
    self.init(environment: environment) { sink.log("\(Self.text(of: $0)) took \($1)") }
  }

  /// Passes the subject on, and reports the time.
  public func pass(_ subject: Subject, to next: (Subject) throws -> Void) throws {
    let start = watch.now
    defer { report(subject, watch.now - start) }
    try next(subject)
  }
}

extension TimingMiddleware: CommandMiddleware where Subject == any AnyCommand {}
extension TimingMiddleware: EventMiddleware where Subject == any AnyEvent {}

/// Middleware that measures the time to pass each command on.
public typealias TimingCommandMiddleware = TimingMiddleware<any AnyCommand>

/// Middleware that measures the time to pass each event on.
public typealias TimingEventMiddleware = TimingMiddleware<any AnyEvent>
