import Terminal

/// The role of a text on the screen; the palette maps it to a style.
enum Tone: Hashable {
  case plain
  /// Less important text.
  case faint
  /// Emphasised text.
  case strong
  /// Keys and labels of fields.
  case accent
  /// The current tab.
  case tab
  /// The selected row.
  case selected
  /// A text field.
  case field
  /// A good state.
  case good
  case warning
  /// A warning across the whole screen.
  case banner
  /// An error.
  case problem
}

/// The styles, with or without colours.
struct Palette: Hashable {
  let usesColour: Bool

  /// Returns the style of a tone; without colours, other attributes distinguish the tones.
  func callAsFunction(_ tone: Tone) -> Style {
    switch tone {
    case .plain: .plain
    case .faint: Style(isDim: true)
    case .strong: Style(isBold: true)
    case .accent: Style(isBold: true, foreground: colour(.cyan))
    case .tab: Style(isBold: true, isReversed: true, foreground: colour(.cyan))
    case .selected: Style(isReversed: true)
    case .field: Style(isUnderlined: true)
    case .good: Style(foreground: colour(.green))
    case .warning: Style(isBold: !usesColour, foreground: colour(.yellow))
    case .banner:
      usesColour ? Style(foreground: .black, background: .yellow) : Style(isBold: true, isReversed: true)
    case .problem: Style(isBold: true, foreground: colour(.red))
    }
  }

  private func colour(_ colour: Colour) -> Colour? { usesColour ? colour : nil }
}
