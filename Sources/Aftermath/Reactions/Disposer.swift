/// A type whose reactions can be ended.
public protocol Disposer {
  /// Ends one of its reactions.
  func dispose(token: DisposalToken)

  /// Ends all of its reactions.
  func disposeAll()
}
