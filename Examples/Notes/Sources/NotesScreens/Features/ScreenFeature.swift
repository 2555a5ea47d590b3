import Aftermath

/// An action of the user on the screen: a command, its handler, and its effect on the screen.
///
/// A feature is one file. Its handler reads and changes the workplace; its output is all that the screen
/// receives and a recording contains.
protocol ScreenFeature: Command, Hashable where Output: Codable {
  /// True when the last notice stays: for actions that the user does not start.
  static var keepsNotice: Bool { get }
  /// Carries out the command; an error is shown to the user.
  @MainActor func carryOut(at bench: Bench) throws -> Output
  /// Applies the output to the screen.
  static func show(_ output: Output, on screen: inout Screen)
}

extension ScreenFeature {
  /// False: the next action removes the notice.
  static var keepsNotice: Bool { false }
}

/// A handler that carries out the commands of a feature.
@MainActor
struct FeatureHandler<Feature: ScreenFeature>: CommandHandler {
  let bench: Bench

  /// Carries out a command, and publishes its output.
  ///
  /// An error goes only to the user, who can act on it.
  func handle(command: Feature) -> Event<Feature> {
    do {
      return .data(try command.carryOut(at: bench))
    } catch {
      return .error(error)
    }
  }
}

extension EventFold where State == Screen {
  /// Applies the events of a feature to the screen.
  mutating func take<Feature: ScreenFeature>(_ feature: Feature.Type) {
    on(
      feature,
      consume: { screen, output in
        if !Feature.keepsNotice { screen.notice = nil }
        Feature.show(output, on: &screen)
      },
      rescue: { screen, error in screen.notice = Notice("\(error)", isProblem: true) })
  }
}

/// The output of a feature without a result.
struct Done: Codable, Hashable, Sendable {}

extension ScreenFeature where Output == Done {
  static func show(_ output: Done, on screen: inout Screen) {}
}

extension ScreenFeature where Output == Notice {
  static func show(_ notice: Notice, on screen: inout Screen) { screen.notice = notice }
}

extension ScreenFeature where Output == Notice? {
  static func show(_ notice: Notice?, on screen: inout Screen) { screen.notice = notice }
}
