import Aftermath

/// Something that a person does on the screen: a command, what it does, and what comes of it.
///
/// A feature is one file. What it does reads the workplace and asks it for things; what comes of it is all
/// that the screen learns, and all that a recording keeps.
protocol ScreenFeature: Command, Hashable where Output: Codable {
  /// What its events are called in a recording; it never changes.
  static var journalName: String { get }
  /// Whether the notice stays: true for what nobody does by themselves.
  static var keepsNotice: Bool { get }
  /// Does it; what it throws is told to the person.
  @MainActor func carryOut(at bench: Bench) throws -> Output
  /// Puts what came of it on the screen.
  static func show(_ output: Output, on screen: inout Screen)
}

extension ScreenFeature {
  /// The notice goes when the person does the next thing.
  static var keepsNotice: Bool { false }
}

/// Carries out the commands of a feature.
@MainActor
struct FeatureHandler<Feature: ScreenFeature>: CommandHandler {
  let bench: Bench

  /// Publishes what came of it.
  ///
  /// An error is told to the person, who is the one to do something about it, and to nobody else.
  func handle(command: Feature) -> Event<Feature> {
    do {
      return .data(try command.carryOut(at: bench))
    } catch {
      return .error(error)
    }
  }
}

extension EventFold where State == Screen {
  /// Has the events of a feature change the screen.
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

extension ScreenFeature {
  /// Adds how the events of this feature are written down.
  static func added(to schema: RecordSchema<FoldedEvent>) -> RecordSchema<FoldedEvent> {
    schema.event(Self.self, journalName)
  }
}

/// What a feature gives that only says that it was done.
struct Done: Codable, Hashable, Sendable {}
