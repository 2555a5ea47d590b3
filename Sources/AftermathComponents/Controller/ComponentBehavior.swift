/// A part of a controller's behaviour, such as its handling of one command; passed to its initialiser.
///
/// A custom behaviour registers handlers for the outputs of commands, or for the controller's appearance:
///
/// ```swift
/// struct ClearOnLogout: ComponentBehavior {
///   func extend(_ controller: ComponentController, isolation: isolated any Actor) {
///     controller.edit(with: LogOut.self) { _ in .reloadItems([], in: 0) }
///   }
/// }
/// ```
public protocol ComponentBehavior {
  /// Adds itself to a controller; called once, in the controller's isolation, during its initialisation.
  ///
  /// Registered closures should refer to the controller weakly, as any stored closure should.
  func extend(_ controller: ComponentController, isolation: isolated any Actor)
}

/// A moment in the appearance or disappearance of a controller.
public enum AppearanceMoment: Hashable, Sendable {
  /// Before the contents are rendered and the initial command is executed.
  case preAppearing
  /// After the contents were rendered and the initial command was executed.
  case postAppearing
  /// Before the controller disappears; changes are still rendered.
  case preDisappearing
  /// After the controller disappeared; changes are no longer rendered.
  case postDisappearing
}

/// A behaviour that calls a closure whenever its controller appears or disappears.
///
/// ```swift
/// AppearanceBehavior(.preDisappearing) { $0.execute(command: SaveDraft()) }
/// ```
public struct AppearanceBehavior: ComponentBehavior {
  private let moment: AppearanceMoment
  private let body: (ComponentController) -> Void

  /// Calls `body` with the controller at this moment, in its isolation.
  public init(_ moment: AppearanceMoment, _ body: @escaping (ComponentController) -> Void) {
    self.moment = moment
    self.body = body
  }

  /// Adds itself to a controller.
  public func extend(_ controller: ComponentController, isolation: isolated any Actor) {
    controller.on(moment, body)
  }
}
