import Millrace

/// The pauses between the attempts to start a subscription that could not start: 1, 2, 4, 8, 16 seconds, then
/// always 30.
struct RetryPauses: Sendable {
  private var next = Duration.seconds(1)

  mutating func take() -> Duration {
    defer { next = min(next * 2, .seconds(30)) }
    return next
  }
}

/// A source that is opened when its subscription starts, or as soon as that is possible, and closed when it
/// stops.
final class Reopening<Opened: Sendable, Failure: Error & Equatable>: Sendable {
  private struct State {
    var opened: Opened?
    var retry: Task<Void, Never>?
    var isOver = false
  }

  private let open: @Sendable () throws(Failure) -> Opened
  private let close: @Sendable (Opened) -> Void
  private let state = Locked(State())

  init(open: @escaping @Sendable () throws(Failure) -> Opened, close: @escaping @Sendable (Opened) -> Void) {
    self.open = open
    self.close = close
  }

  /// Opens the source; when that fails and the model takes the error, tries again on a clock until it opens
  /// or ``stop()`` is called.
  ///
  /// - Parameters:
  ///   - clock: The clock of the pauses.
  ///   - tell: A closure that tells the model of an error, and returns false if the model does not take it.
  ///     Equal errors in succession are told once.
  ///   - isTemporary: A closure that returns false for an error that no later attempt can avoid.
  ///   - reopened: A closure that is called when a later attempt has succeeded, with the last error.
  /// - Throws: The error that the model does not take.
  func start(
    clock: any Clock<Duration>, tell: @escaping @Sendable (Failure) -> Bool,
    isTemporary: @escaping @Sendable (Failure) -> Bool = { _ in true },
    reopened: @escaping @Sendable (Failure) -> Void = { _ in }
  ) throws(Failure) {
    let failure: Failure
    do throws(Failure) {
      keep(try open())
      return
    } catch {
      failure = error
    }
    guard tell(failure) else { throw failure }
    guard isTemporary(failure) else { return }
    let retry = Task { [self] in
      var last = failure
      var pauses = RetryPauses()
      while (try? await clock.sleep(for: pauses.take().bounded)) != nil {
        do throws(Failure) {
          if keep(try open()) { reopened(last) }
          return
        } catch {
          if error != last { _ = tell(error) }
          last = error
        }
      }
    }
    state.withLock { state in
      if state.isOver { retry.cancel() } else { state.retry = retry }
    }
  }

  /// Keeps what was opened, or closes it when the source was stopped meanwhile.
  @discardableResult
  private func keep(_ opened: Opened) -> Bool {
    let isKept = state.withLock { state in
      if !state.isOver { state.opened = opened }
      return !state.isOver
    }
    if !isKept { close(opened) }
    return isKept
  }

  func stop() {
    let (opened, retry) = state.withLock { state in
      state.isOver = true
      defer { (state.opened, state.retry) = (nil, nil) }
      return (state.opened, state.retry)
    }
    retry?.cancel()
    if let opened { close(opened) }
  }
}
