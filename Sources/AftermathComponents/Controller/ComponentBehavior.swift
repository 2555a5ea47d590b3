/// What a controller does when something happens; given to it when it is made.
///
/// One of your own tells the controller what to do with the output of a command, or when it appears:
///
/// ```swift
/// struct ClearOnLogout: ComponentBehavior {
///   func extend(_ controller: ComponentController, isolation: isolated any Actor) {
///     controller.edit(with: LogOut.self) { _ in .reloadItems([], in: 0) }
///   }
/// }
/// ```
public protocol ComponentBehavior {
  /// Adds itself to a controller; called once, in the controller's isolation, while it is made.
  ///
  /// What it registers should refer to the controller weakly, as any stored closure should.
  func extend(_ controller: ComponentController, isolation: isolated any Actor)
}

/// When a controller comes to be seen, or goes.
public enum AppearanceMoment: Hashable, Sendable {
  /// Before anything is rendered and the initial command executed.
  case preAppearing
  /// After that.
  case postAppearing
  /// While what happens is still rendered.
  case preDisappearing
  /// When nothing is rendered any more.
  case postDisappearing
}

/// Does something whenever its controller appears or disappears.
///
/// ```swift
/// AppearanceBehavior(.preDisappearing) { $0.execute(command: SaveDraft()) }
/// ```
public struct AppearanceBehavior: ComponentBehavior {
  private let moment: AppearanceMoment
  private let body: (ComponentController) -> Void

  /// Calls `body` with the controller at a moment, in its isolation.
  public init(_ moment: AppearanceMoment, _ body: @escaping (ComponentController) -> Void) {
    self.moment = moment
    self.body = body
  }

  /// Adds itself to a controller.
  public func extend(_ controller: ComponentController, isolation: isolated any Actor) {
    controller.on(moment, body)
  }
}
