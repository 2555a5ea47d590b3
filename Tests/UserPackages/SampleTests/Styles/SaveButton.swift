import Testing

typealias Save = @Sendable () async throws -> Void

nonisolated enum SavePhase: String, Codable, CaseIterable, Sendable {
  case ready, saving, saved, failed

  var title: String {
    switch self {
    case .ready: "Save"
    case .saving: "Saving…"
    case .saved: "Saved"
    case .failed: "Try again"
    }
  }
}

@MainActor
protocol SaveButton: AnyObject, SendableMetatype {
  init(save: @escaping Save) throws
  var title: String { get }
  func press()
  /// Waits until no save is under way.
  func settle() async
}

/// The calls of a save; those in `failing` throw.
actor SavedNotes {
  struct DiskFull: Error {}

  private(set) var count = 0
  private let failing: Set<Int>

  init(failing: Set<Int> = []) { self.failing = failing }

  func save() throws {
    count += 1
    if failing.contains(count) { throw DiskFull() }
  }
}

@MainActor
@Suite("One program in five styles") struct StyleTests {
  nonisolated static let styles: [any SaveButton.Type] = [
    PlainStyle.Button.self, AftermathStyle.Button.self, FlaskStyle.Button.self, KatanaStyle.Button.self,
    HarvestStyle.Button.self,
  ]

  @Test("A press saves, and the title says how far it is", arguments: styles)
  func saves(_ style: any SaveButton.Type) async throws {
    let notes = SavedNotes()
    let button = try style.init { try await notes.save() }
    #expect(button.title == "Save")
    button.press()
    #expect(button.title == "Saving…")
    await button.settle()
    #expect(button.title == "Saved")
  }

  @Test("A second press while the first save is under way does nothing", arguments: styles)
  func doublePress(_ style: any SaveButton.Type) async throws {
    let notes = SavedNotes()
    let button = try style.init { try await notes.save() }
    button.press()
    button.press()
    await button.settle()
    #expect(button.title == "Saved")
    #expect(await notes.count == 1)
  }

  @Test("After a failure a press tries again", arguments: styles)
  func failure(_ style: any SaveButton.Type) async throws {
    let notes = SavedNotes(failing: [1])
    let button = try style.init { try await notes.save() }
    button.press()
    await button.settle()
    #expect(button.title == "Try again")
    button.press()
    await button.settle()
    #expect(button.title == "Saved")
    #expect(await notes.count == 2)
  }
}
