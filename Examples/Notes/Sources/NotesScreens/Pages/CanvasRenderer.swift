import AftermathComponents

/// Has the page that the controller shows at hand, for the canvas to be drawn from.
///
/// The terminal compares canvases and writes the cells that differ. So steps are taken here, and not drawn
/// one by one.
final class CanvasRenderer: Renderer {
  private var components: [Component] = []
  /// What has gone wrong while the page was made; nil when nothing has.
  private(set) var failure: String?

  /// The rows that are to be seen.
  var page: Page { components.first.map(Page.init) ?? .empty }

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

  /// Pages are made at once, so nothing is ever under way.
  func showProgress(_ isInProgress: Bool) {}

  func showFailure(_ text: String?) { failure = text }
}
