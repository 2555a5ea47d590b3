/// The texts that a terminal shows beside the contents.
public struct TerminalStyle: Hashable, Sendable {
  /// The text before the selected item.
  public var marker: String
  /// The text before each level of children.
  public var indentation: String
  /// The text between a title and a subtitle.
  public var separator: String
  /// The text in the first row if there are no items.
  public var emptyText: String
  /// The text in the last row during progress.
  public var progressText: String

  /// Creates the texts.
  public init(
    marker: String = "> ", indentation: String = "  ", separator: String = "  ",
    emptyText: String = "Nothing here.", progressText: String = "Loading…"
  ) {
    self.marker = marker
    self.indentation = indentation
    self.separator = separator
    self.emptyText = emptyText
    self.progressText = progressText
  }
}
