/// A renderer for tests that renders into a text, and logs its calls.
///
/// ```swift
/// renderer.text   // "# Today\n- Milk · two litres\n"
/// renderer.log    // ["show 1 components", "update n1 at 0 in today"]
/// ```
public final class PlainTextRenderer: Renderer {
  /// The rendered steps in order, a line for each.
  public private(set) var log: [String] = []
  /// The contents after the rendered steps.
  public private(set) var components: [Component] = []
  /// True while progress is shown.
  public private(set) var isInProgress = false
  /// The failure that is shown.
  public private(set) var failure: String?

  /// Creates a renderer that has rendered nothing.
  public init() {}

  /// Clears the log.
  public func clearLog() { log = [] }

  /// The visible text: a line for each component and item, with children indented; then progress and failure.
  ///
  /// O(n) in the items.
  public var text: String {
    var text = ""
    for component in components {
      text += "# \(component.title.isEmpty ? component.identifier : component.title)\n"
      for item in component.items { write(item, depth: 0, to: &text) }
    }
    if isInProgress { text += "…\n" }
    if let failure { text += "! \(failure)\n" }
    return text
  }

  private func write(_ item: Item, depth: Int, to text: inout String) {
    text += String(repeating: "  ", count: depth)
    text += "- \(item.title.isEmpty ? item.identifier : item.title)"
    text += item.subtitle.isEmpty ? "\n" : " · \(item.subtitle)\n"
    for child in item.children { write(child, depth: depth + 1, to: &text) }
  }

  /// Stores the contents, and logs their number.
  public func show(_ components: [Component]) {
    self.components = components
    log.append("show \(components.count) components")
  }

  /// Applies and logs each step; for a step that does not fit, the log has its error.
  public func render(_ changes: [ContentChange]) {
    for change in changes {
      do throws(ComponentError) {
        try components.apply(change)
        log.append(change.description)
      } catch {
        log.append("error: \(error)")
      }
    }
  }

  /// Stores and logs the progress.
  public func showProgress(_ isInProgress: Bool) {
    self.isInProgress = isInProgress
    log.append(isInProgress ? "progress" : "no progress")
  }

  /// Stores and logs the failure.
  public func showFailure(_ text: String?) {
    failure = text
    log.append(text.map { "failure: \($0)" } ?? "no failure")
  }
}
