/// A renderer for terminals with the usual escape sequences (ECMA-48), which writes only rows that change.
///
/// It writes to a closure, and never reads:
///
/// ```swift
/// let renderer = TerminalRenderer(width: 80, height: 24) { text in output.write(text) }
/// renderer.moveSelection(by: 1)
/// if let path = renderer.selection { controller.select(path) }
/// ```
///
/// Texts are cut to the visible width, and control sequences are removed from them. The last row shows
/// progress and failure. A call costs the visible rows and the steps; if items have children, also the items
/// of their component.
public final class TerminalRenderer: Renderer {
  private var view: TerminalView
  private var screen = TerminalScreen()
  private let sink: (String) -> Void
  private var isOff = false
  /// The last step that did not fit, shown in the last row, because no error passes silently.
  private var problem: String?
  private var failure: String?

  /// Creates a renderer for a terminal of this size.
  ///
  /// - Parameters:
  ///   - width: The number of columns.
  ///   - height: The number of rows.
  ///   - style: The texts beside the contents.
  ///   - sink: Receives the output, in one piece for each call.
  public init(
    width: Int, height: Int, style: TerminalStyle = TerminalStyle(), sink: @escaping (String) -> Void
  ) {
    view = TerminalView(style: style, width: width, height: height)
    self.sink = sink
  }

  // MARK: The terminal

  /// Changes the size, and writes all rows.
  public func resize(width: Int, height: Int) {
    view.resize(width: width, height: height)
    redraw()
  }

  /// Writes all rows, because other output has overwritten the terminal.
  public func redraw() {
    screen.forget()
    draw()
  }

  /// True while the renderer writes nothing, because other output uses the terminal.
  ///
  /// When it becomes false again, all rows are written.
  public var isPaused: Bool {
    get { isOff }
    set {
      if isOff == newValue { return }
      isOff = newValue
      if !isOff { redraw() }
    }
  }

  // MARK: The selection

  /// The selected item, or nil.
  public var selection: ItemPath? { view.selection }

  /// True if the last item is selected or there are no items: a controller may then load more.
  public var isAtEnd: Bool { view.isAtEnd }

  /// Selects the item at a path, or none.
  ///
  /// - Throws: ``ComponentError/unknownPath(_:)``; the selection stays.
  public func select(_ path: ItemPath?) throws(ComponentError) {
    guard view.select(path) else {
      if let path { throw .unknownPath(path) }
      return
    }
    draw()
  }

  /// Moves the selection down by this number of items, or up if negative, within the bounds.
  ///
  /// If no item is selected, it selects the first.
  public func moveSelection(by steps: Int) {
    view.moveSelection(by: steps)
    draw()
  }

  // MARK: The contents

  /// Shows the first contents.
  public func show(_ components: [Component]) {
    view.show(components)
    draw()
  }

  /// Writes the rows that change; the last row shows a step that does not fit.
  public func render(_ changes: [ContentChange]) {
    problem = view.render(changes)?.description
    view.failure = problem ?? failure
    draw()
  }

  /// Shows progress in the last row.
  public func showProgress(_ isInProgress: Bool) {
    view.isInProgress = isInProgress
    draw()
  }

  /// Shows a failure in the last row.
  public func showFailure(_ text: String?) {
    failure = text
    view.failure = problem ?? failure
    draw()
  }

  private func draw() {
    if isOff { return }
    let code = screen.show(view.rows())
    if !code.isEmpty { sink(code) }
  }
}
