/// A reaction to a command's progress, output or error.
///
/// ```swift
/// Reaction(
///   wait: { spinner.start() },
///   consume: { books in list.show(books) },
///   rescue: { error in list.show(error) })
/// ```
public struct Reaction<Output> {
  /// The closure called at progress.
  public var wait: (() -> Void)?
  /// The closure called with output.
  public var consume: ((Output) -> Void)?
  /// The closure called with an error.
  public var rescue: ((any Error) -> Void)?

  /// Creates a reaction to any of the three kinds of event.
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
