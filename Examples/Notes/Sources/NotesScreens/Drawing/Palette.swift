import Terminal

/// What something on the screen is for; the palette says how that looks.
enum Tone: Hashable {
  case plain
  /// What is said more quietly.
  case faint
  /// What stands out.
  case strong
  /// What keys and fields are marked with.
  case accent
  /// What is in front among the tabs.
  case tab
  /// What is selected.
  case selected
  /// A field to write in.
  case field
  /// All is well.
  case good
  /// Something is to be known.
  case warning
  /// A band across the screen that says so.
  case banner
  /// Something has gone wrong.
  case problem
}

/// How things look: with colours, or without.
struct Palette: Hashable {
  let usesColour: Bool

  /// The style of a tone; without colours, what colours alone would tell is told otherwise.
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
