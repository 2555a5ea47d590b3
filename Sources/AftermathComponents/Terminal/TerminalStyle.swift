/// What a terminal shows beside the contents.
public struct TerminalStyle: Hashable, Sendable {
  /// Stands before the item that is selected.
  public var marker: String
  /// Stands before each level of children.
  public var indentation: String
  /// Stands between a title and a subtitle.
  public var separator: String
  /// Stands in the first row when there is no item.
  public var emptyText: String
  /// Stands in the last row while something is under way.
  public var progressText: String

  /// Texts for a terminal.
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
