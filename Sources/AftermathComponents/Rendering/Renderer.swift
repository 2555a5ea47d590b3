/// What shows the contents of a controller: a screen, a terminal, a text.
///
/// It is called in the controller's isolation, with the whole contents once, and from then on with steps that lead
/// from what it has to what it shall have; `[Component].apply(_:)` takes one. Nothing comes while the
/// controller is not to be seen; what has changed meanwhile comes when it appears again.
public protocol Renderer: AnyObject {
  /// Shows contents for the first time.
  func show(_ components: [Component])

  /// Shows what has changed, step by step; there is at least one.
  func render(_ changes: [ContentChange])

  /// Shows that something is under way, or no longer.
  func showProgress(_ isInProgress: Bool)

  /// Shows what has gone wrong, in words; nil when it no longer matters.
  func showFailure(_ text: String?)
}
