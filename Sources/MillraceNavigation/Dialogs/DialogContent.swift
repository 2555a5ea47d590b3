/// A question to the user, as a value: an alert, or the confirmation of an action.
///
/// A ``Presentation`` shows it; each button carries the choice that the update receives.
///
/// ```swift
/// enum Choice { case delete }
/// app.question.present(
///   .alert(
///     "Delete the note?", text: "It cannot be restored.",
///     buttons: [.destructive("Delete", .delete), .cancel("Keep")]))
/// ```
///
/// It has no user interface: SwiftUI shows it by `dialog(_:send:)`, a terminal by its texts.
public struct DialogContent<Choice> {
  /// The form in which a dialog is shown.
  public enum Style: Hashable, Sendable, Codable {
    /// A statement in the middle of the screen, with its buttons.
    case alert
    /// A list of actions, from which one is chosen.
    case confirmation
  }

  /// The form in which it is shown.
  public var style: Style
  /// The question or statement.
  public var title: String
  /// The explanation below the title; nil for none.
  public var text: String?
  /// The buttons, in order.
  public var buttons: [DialogButton<Choice>]

  /// Creates a dialog.
  public init(_ style: Style, _ title: String, text: String? = nil, buttons: [DialogButton<Choice>]) {
    self.style = style
    self.title = title
    self.text = text
    self.buttons = buttons
  }

  /// Creates an alert.
  public static func alert(
    _ title: String, text: String? = nil, buttons: [DialogButton<Choice>]
  ) -> DialogContent {
    DialogContent(.alert, title, text: text, buttons: buttons)
  }

  /// Creates a confirmation.
  public static func confirmation(
    _ title: String, text: String? = nil, buttons: [DialogButton<Choice>]
  ) -> DialogContent {
    DialogContent(.confirmation, title, text: text, buttons: buttons)
  }
}

extension DialogContent: Equatable where Choice: Equatable {}
extension DialogContent: Hashable where Choice: Hashable {}
extension DialogContent: Sendable where Choice: Sendable {}
extension DialogContent: Encodable where Choice: Encodable {}
extension DialogContent: Decodable where Choice: Decodable {}
