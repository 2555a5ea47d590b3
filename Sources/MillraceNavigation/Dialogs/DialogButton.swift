/// A button of a ``DialogContent``.
public struct DialogButton<Choice> {
  /// The meaning of a button, which decides its look.
  public enum Role: Hashable, Sendable, Codable {
    /// A choice among others.
    case plain
    /// A choice that destroys something.
    case destructive
    /// The way out without a choice.
    case cancel
  }

  /// The meaning of the button.
  public var role: Role
  /// The text on the button.
  public var title: String
  /// The choice that it stands for; nil if it only dismisses the dialog.
  public var choice: Choice?

  /// Creates a button.
  public init(_ role: Role, _ title: String, _ choice: Choice?) {
    self.role = role
    self.title = title
    self.choice = choice
  }

  /// Creates a button for a choice.
  public static func choice(_ title: String, _ choice: Choice) -> DialogButton {
    DialogButton(.plain, title, choice)
  }

  /// Creates a button for a choice that destroys something.
  public static func destructive(_ title: String, _ choice: Choice) -> DialogButton {
    DialogButton(.destructive, title, choice)
  }

  /// Creates a button that dismisses the dialog.
  public static func cancel(_ title: String, _ choice: Choice? = nil) -> DialogButton {
    DialogButton(.cancel, title, choice)
  }

  /// Returns the message of a tap on the button in the dialog with this id: its choice, or the dismissal.
  public func message(in id: ScreenID) -> NavigationMessage<Choice> {
    choice.map { .screen(id, $0) } ?? .dismissed(id)
  }
}

extension DialogButton: Equatable where Choice: Equatable {}
extension DialogButton: Hashable where Choice: Hashable {}
extension DialogButton: Sendable where Choice: Sendable {}
extension DialogButton: Encodable where Choice: Encodable {}
extension DialogButton: Decodable where Choice: Decodable {}
