/// The eight colours of every colour terminal.
public enum Colour: Hashable, Sendable, CaseIterable {
  case black, red, green, yellow, blue, magenta, cyan, white
}

/// The style of a cell.
public struct Style: Hashable, Sendable {
  public var isBold: Bool
  public var isDim: Bool
  /// True when foreground and background are exchanged.
  public var isReversed: Bool
  public var isUnderlined: Bool
  /// The colour of the character; nil for the terminal's own.
  public var foreground: Colour?
  /// The background colour; nil for the terminal's own.
  public var background: Colour?

  /// The terminal's own style.
  public static let plain = Style()

  public init(
    isBold: Bool = false, isDim: Bool = false, isReversed: Bool = false, isUnderlined: Bool = false,
    foreground: Colour? = nil, background: Colour? = nil
  ) {
    self.isBold = isBold
    self.isDim = isDim
    self.isReversed = isReversed
    self.isUnderlined = isUnderlined
    self.foreground = foreground
    self.background = background
  }
}
