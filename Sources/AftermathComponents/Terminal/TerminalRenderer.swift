/// Renders into a terminal that understands the usual escape sequences (ECMA-48), and writes only rows that change.
///
/// It writes into a closure, and never reads:
///
/// ```swift
/// let renderer = TerminalRenderer(width: 80, height: 24) { text in output.write(text) }
/// renderer.moveSelection(by: 1)
/// if let path = renderer.selection { controller.select(path) }
/// ```
///
/// Texts of the contents are cut to the width that is to be seen, and what a terminal would take for an order is
/// taken out of them. The last row is for progress and failure. A call costs O(n) in the items, with little for those
/// that are not to be seen.
public final class TerminalRenderer: Renderer {
  private var view: TerminalView
  private var screen = TerminalScreen()
  private let sink: (String) -> Void
  private var isOff = false
  /// What the last steps did not fit; told in the last row, because nothing passes silently.
  private var problem: String?
  private var failure: String?

  /// A renderer for a terminal of so many columns and rows.
  ///
  /// - Parameters:
  ///   - width: How many columns there are.
  ///   - height: How many rows there are.
  ///   - style: The texts beside the contents.
  ///   - sink: Gets what is to be written, in one piece for each call.
  public init(
    width: Int, height: Int, style: TerminalStyle = TerminalStyle(), sink: @escaping (String) -> Void
  ) {
    view = TerminalView(style: style, width: width, height: height)
    self.sink = sink
  }

  // MARK: The terminal

  /// The terminal has another size; all is written anew.
  public func resize(width: Int, height: Int) {
    view.resize(width: width, height: height)
    redraw()
  }

  /// Writes all anew, because something else has written to the terminal.
  public func redraw() {
    screen.forget()
    draw()
  }

  /// Whether it writes nothing, because the terminal is another's for now; all is written anew when it is false
  /// again.
  public var isPaused: Bool {
    get { isOff }
    set {
      if isOff == newValue { return }
      isOff = newValue
      if !isOff { redraw() }
    }
  }

  // MARK: The selection

  /// The item that is selected; nil when none is.
  public var selection: ItemPath? { view.selection }

  /// Whether the last item is selected, or there is none: when a controller is to be told that the end is reached.
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

  /// Selects the item so many items below, or above for a negative number, as far as there are any.
  ///
  /// When none was selected, it is the first.
  public func moveSelection(by steps: Int) {
    view.moveSelection(by: steps)
    draw()
  }

  // MARK: The contents

  /// Shows contents for the first time.
  public func show(_ components: [Component]) {
    view.show(components)
    draw()
  }

  /// Writes the rows that change; a step that does not fit is told in the last row.
  public func render(_ changes: [ContentChange]) {
    problem = view.render(changes)?.description
    view.failure = problem ?? failure
    draw()
  }

  /// Shows in the last row that something is under way.
  public func showProgress(_ isInProgress: Bool) {
    view.isInProgress = isInProgress
    draw()
  }

  /// Shows in the last row what has gone wrong.
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
