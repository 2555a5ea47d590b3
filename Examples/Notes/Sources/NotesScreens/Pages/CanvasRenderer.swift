import AftermathComponents

/// A renderer that stores the controller's current page, from which the canvas is drawn.
///
/// The terminal compares canvases and writes the changed cells. So the steps of an update are applied here,
/// and not drawn one by one.
final class CanvasRenderer: Renderer {
  private var components: [Component] = []
  /// The error while the page was made; nil for none.
  private(set) var failure: String?

  /// The visible rows.
  var page: Component { components.first ?? .noPage }

  func show(_ components: [Component]) { self.components = components }

  func render(_ changes: [ContentChange]) {
    for change in changes {
      do throws(ComponentError) {
        try components.apply(change)
      } catch {
        failure = "\(error)"
      }
    }
  }

  /// Does nothing: pages are made at once.
  func showProgress(_ isInProgress: Bool) {}

  func showFailure(_ text: String?) { failure = text }
}
