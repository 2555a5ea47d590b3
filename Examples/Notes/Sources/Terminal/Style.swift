/// The eight colours that every terminal with colours has.
public enum Colour: Hashable, Sendable, CaseIterable {
  case black, red, green, yellow, blue, magenta, cyan, white
}

/// How a cell of the screen looks, apart from its character.
public struct Style: Hashable, Sendable {
  /// Whether the character is bold.
  public var isBold: Bool
  /// Whether the character is fainter than others.
  public var isDim: Bool
  /// Whether foreground and background change places.
  public var isReversed: Bool
  /// Whether the character is underlined.
  public var isUnderlined: Bool
  /// The colour of the character; nil for the terminal's own.
  public var foreground: Colour?
  /// The colour behind the character; nil for the terminal's own.
  public var background: Colour?

  /// The terminal's own look.
  public static let plain = Style()

  /// A look that differs from the terminal's own in what is given.
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
