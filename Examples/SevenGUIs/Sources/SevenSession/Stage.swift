public import SevenTasks

/// A front end, as a session uses it: by the names that it shows.
@MainActor
public protocol Stage: AnyObject {
  /// The number of subscriptions that sleep until the next tick of the clock.
  var tickers: Int { get }
  /// True while no message waits and no effect is under way.
  var isIdle: Bool { get }

  func open(_ task: SevenTask) throws
  /// Closes the window in front.
  func close() throws
  /// The controls of the window in front, in their order.
  func controls() -> [ShownControl]
  /// Presses a button, selects a cell or a row.
  func press(_ name: String) throws
  /// Presses a point of a drawing; with the other button of the mouse for its menu.
  func press(_ name: String, x: Double, y: Double, isMenu: Bool) throws
  /// Changes a field, a choice or a slider as a person would.
  func set(_ name: String, to text: String) throws
  /// Presses the return key in a field.
  func enter(_ name: String) throws
  /// Returns the text of a part of a control, such as a cell of a sheet; nil for one that does not exist.
  func text(of name: String) -> String?
  /// Writes a picture of the window in front into a file.
  func picture(to file: String) async throws
  /// Waits until the front end shows the state.
  func settle() async
}

/// A control as a front end really shows it.
public struct ShownControl: Equatable, Sendable {
  public enum Kind: Sendable { case button, other }

  public var kind: Kind
  public var name: String
  public var text: String
  public var isEnabled: Bool
  public var problem: String?

  public init(kind: Kind = .other, name: String, text: String, isEnabled: Bool = true, problem: String? = nil)
  {
    self.kind = kind
    self.name = name
    self.text = text
    self.isEnabled = isEnabled
    self.problem = problem
  }

  public var line: String {
    (kind == .button ? "[\(name)]" : text.isEmpty ? "\(name):" : "\(name): \(text)")
      + (isEnabled ? "" : " (disabled)") + (problem.map { " (\($0))" } ?? "")
  }
}

public enum StageError: Error, Hashable, Sendable, CustomStringConvertible {
  case noControl(String)
  case disabled(String)
  /// The control cannot be used in this way.
  case notFor(String)
  case noOption(String, of: String)
  case noPicture(String, reason: String)

  public var description: String {
    switch self {
    case .noControl(let name): "Nothing here is called '\(name)'; 'show' lists what is."
    case .disabled(let name): "'\(name)' is disabled."
    case .notFor(let name): "'\(name)' cannot be used in this way."
    case .noOption(let option, let name): "'\(name)' has no '\(option)'."
    case .noPicture(let file, let reason): "No picture was written to \(file): \(reason)"
    }
  }
}
