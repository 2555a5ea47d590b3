import CNcurses
import Foundation

/// The numbered colour pairs of ncurses in use; a terminal has a limited number.
struct ColourPairs {
  private struct Pair: Hashable {
    let foreground: Colour?
    let background: Colour?
  }

  private var numbers: [Pair: Int16] = [:]
  private let limit: Int

  /// Initialises the terminal's colours, unless `NO_COLOR` is set.
  init(variables: [String: String] = ProcessInfo.processInfo.environment) {
    let hasColours =
      Self.isWelcome(variables) && has_colors() && start_color() == OK && use_default_colors() == OK
    limit = hasColours ? min(Int(curses_colour_pairs()), Int(Int16.max)) : 0
  }

  /// Returns whether colours are allowed: not with a `NO_COLOR` that is not empty (no-color.org).
  static func isWelcome(_ variables: [String: String]) -> Bool { variables["NO_COLOR"]?.isEmpty ?? true }

  /// Returns the attributes and the colour pair of a style for ncurses.
  ///
  /// Without colours, text with a background is reversed, so that it still differs from the rest.
  mutating func look(of style: Style) -> (attributes: attr_t, pair: Int16) {
    let pair = number(of: Pair(foreground: style.foreground, background: style.background))
    let isReversed = style.isReversed || (pair == nil && style.background != nil)
    var attributes: attr_t = 0
    if style.isBold { attributes |= curses_bold() }
    if style.isDim { attributes |= curses_dim() }
    if isReversed { attributes |= curses_reversed() }
    if style.isUnderlined { attributes |= curses_underlined() }
    return (attributes, pair ?? 0)
  }

  /// Returns the number of a pair; nil when the terminal has no more.
  private mutating func number(of pair: Pair) -> Int16? {
    if pair.foreground == nil && pair.background == nil { return 0 }
    if let number = numbers[pair] { return number }
    let next = numbers.count + 1
    guard next < limit, init_pair(Int16(next), Self.code(pair.foreground), Self.code(pair.background)) == OK
    else {
      return nil
    }
    numbers[pair] = Int16(next)
    return Int16(next)
  }

  /// Returns the number of a colour; the terminal's own is -1.
  private static func code(_ colour: Colour?) -> Int16 {
    switch colour {
    case nil: -1
    case .black: 0
    case .red: 1
    case .green: 2
    case .yellow: 3
    case .blue: 4
    case .magenta: 5
    case .cyan: 6
    case .white: 7
    }
  }
}
