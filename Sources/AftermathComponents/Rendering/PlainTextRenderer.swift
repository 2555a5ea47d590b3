/// Renders into a text, and keeps a log of what it was told: the renderer for tests.
///
/// ```swift
/// renderer.text   // "# Today\n- Milk · two litres\n"
/// renderer.log    // ["show 1 components", "update n1 at 0 in today"]
/// ```
public final class PlainTextRenderer: Renderer {
  /// What was rendered, in order: one line for each step.
  public private(set) var log: [String] = []
  /// The contents as the steps have made them.
  public private(set) var components: [Component] = []
  /// Whether something is under way.
  public private(set) var isInProgress = false
  /// What has gone wrong.
  public private(set) var failure: String?

  /// A renderer that has rendered nothing.
  public init() {}

  /// Forgets the log, so that a test can look at what comes next.
  public func clearLog() { log = [] }

  /// All that is to be seen, a line for each component and item, with children indented; then progress and
  /// failure.
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

  /// Takes contents, and logs how many.
  public func show(_ components: [Component]) {
    self.components = components
    log.append("show \(components.count) components")
  }

  /// Takes the steps, and logs each; one that does not fit is logged as what is wrong with it.
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

  /// Takes whether something is under way, and logs it.
  public func showProgress(_ isInProgress: Bool) {
    self.isInProgress = isInProgress
    log.append(isInProgress ? "progress" : "no progress")
  }

  /// Takes what has gone wrong, and logs it.
  public func showFailure(_ text: String?) {
    failure = text
    log.append(text.map { "failure: \($0)" } ?? "no failure")
  }
}
