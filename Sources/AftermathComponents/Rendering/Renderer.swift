/// A view of a controller's contents: a screen, a terminal, a text.
///
/// The controller calls it in its own isolation: first with the whole contents, and then with the steps from
/// the rendered contents to the current ones. `[Component].apply(_:)` applies one step. The controller does
/// not call it while it is invisible; the changes of that time arrive when it appears again.
public protocol Renderer: AnyObject {
  /// Shows the first contents.
  func show(_ components: [Component])

  /// Shows changes step by step; there is at least one.
  func render(_ changes: [ContentChange])

  /// Shows or hides progress.
  func showProgress(_ isInProgress: Bool)

  /// Shows a failure as text, or hides it if nil.
  func showFailure(_ text: String?)
}
