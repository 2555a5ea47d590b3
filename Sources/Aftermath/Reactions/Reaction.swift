/// What is to be done when a command goes on, has produced something, or has failed.
///
/// ```swift
/// Reaction(
///   wait: { spinner.start() },
///   consume: { books in list.show(books) },
///   rescue: { error in list.show(error) })
/// ```
public struct Reaction<Output> {
  /// Called while the work goes on.
  public var wait: (() -> Void)?
  /// Called with what was produced.
  public var consume: ((Output) -> Void)?
  /// Called with what has gone wrong.
  public var rescue: ((any Error) -> Void)?

  /// A reaction to any of the three kinds of event.
  @inlinable
  public init(
    wait: (() -> Void)? = nil, consume: ((Output) -> Void)? = nil, rescue: ((any Error) -> Void)? = nil
  ) {
    self.wait = wait
    self.consume = consume
    self.rescue = rescue
  }

  /// Reacts to an event.
  @inlinable
  public func invoke<C: Command>(with event: Event<C>) where C.Output == Output {
    switch event {
    case .progress: wait?()
    case .data(let output): consume?(output)
    case .error(let error): rescue?(error)
    }
  }
}
